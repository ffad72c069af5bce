// SPDX-License-Identifier: Apache-2.0

/// Why and where a JSON text was refused; contains nothing of the text.
package struct JSONError: Error, Equatable {
    /// The rule that was broken.
    package enum Reason: String, Sendable {
        case tooLarge = "text too large"
        case tooDeep = "nested too deeply"
        case stringTooLong = "string too long"
        case tooManyMembers = "too many members"
        case numberTooLong = "number too long"
        case unexpectedEnd = "unexpected end"
        case unexpectedByte = "unexpected byte"
        case trailingBytes = "bytes after the value"
        case invalidUTF8 = "invalid UTF-8"
        case controlCharacter = "control character in a string"
        case invalidEscape = "invalid escape"
        case loneSurrogate = "lone surrogate"
        case nulCharacter = "NUL character"
        case duplicateKey = "duplicate key"
        case integerOutOfRange = "integer out of range"
        case numberNotFinite = "number not finite"
    }

    package let reason: Reason
    /// Offset of the offending byte from the start of the text.
    package let offset: Int

    package init(_ reason: Reason, at offset: Int) {
        self.reason = reason
        self.offset = offset
    }
}

extension JSONError: CustomStringConvertible {
    package var description: String { "\(reason.rawValue) at byte \(offset)" }
}
