// SPDX-License-Identifier: Apache-2.0

/// One pass over a JSON text that refuses all that cJSON would let through or change.
///
/// cJSON 1.7.15 accepts invalid UTF-8, cuts strings at `\u0000` and keeps duplicate keys. It also
/// reads numbers through the host's locale, so the validator reads them itself and hands them over
/// in document order.
package struct JSONValidator {
    /// The largest integer that every JSON reader keeps exactly, 2^53 − 1.
    package static let largestInteger: Int64 = (1 << 53) - 1

    let bytes: [UInt8]
    let limits: JSONLimits
    var index = 0
    var numbers: [JSONValue] = []

    private init(_ bytes: [UInt8], _ limits: JSONLimits) {
        self.bytes = bytes
        self.limits = limits
    }

    /// Checks a whole text and returns its numbers in document order.
    package static func numbers(
        in bytes: [UInt8],
        limits: JSONLimits = JSONLimits()
    ) throws(JSONError) -> [JSONValue] {
        guard bytes.count <= limits.bytes else { throw JSONError(.tooLarge, at: limits.bytes) }
        var validator = JSONValidator(bytes, limits)
        validator.skipWhitespace()
        try validator.value(depth: 0)
        validator.skipWhitespace()
        guard validator.index == bytes.count else { throw validator.error(.trailingBytes) }
        return validator.numbers
    }

    func error(_ reason: JSONError.Reason) -> JSONError { JSONError(reason, at: index) }

    /// The byte under the cursor, nil at the end.
    var current: UInt8? { index < bytes.count ? bytes[index] : nil }

    func expected() -> JSONError { error(current == nil ? .unexpectedEnd : .unexpectedByte) }

    mutating func skipWhitespace() {
        while let byte = current, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
            index += 1
        }
    }

    /// Steps over one given byte, or refuses.
    mutating func take(_ byte: UInt8) throws(JSONError) {
        guard current == byte else { throw expected() }
        index += 1
    }

    private mutating func value(depth: Int) throws(JSONError) {
        guard let current else { throw error(.unexpectedEnd) }
        switch current {
        case UInt8(ascii: "{"): try object(depth: depth + 1)
        case UInt8(ascii: "["): try array(depth: depth + 1)
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "t"): try word("true")
        case UInt8(ascii: "f"): try word("false")
        case UInt8(ascii: "n"): try word("null")
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
        default: throw error(.unexpectedByte)
        }
    }

    private mutating func word(_ text: StaticString) throws(JSONError) {
        for byte in "\(text)".utf8 { try take(byte) }
    }

    private mutating func array(depth: Int) throws(JSONError) {
        var count = 0
        guard try open(depth: depth, close: UInt8(ascii: "]")) else { return }
        repeat {
            count += 1
            guard count <= limits.members else { throw error(.tooManyMembers) }
            skipWhitespace()
            try value(depth: depth)
        } while try another(before: UInt8(ascii: "]"))
    }

    private mutating func object(depth: Int) throws(JSONError) {
        var keys: Set<String> = []
        guard try open(depth: depth, close: UInt8(ascii: "}")) else { return }
        repeat {
            guard keys.count < limits.members else { throw error(.tooManyMembers) }
            skipWhitespace()
            let start = index
            // String equality is canonical equivalence: stricter than the look-up of JSONObject.
            let key = try string()
            guard key.utf8.count <= limits.keyBytes else {
                throw JSONError(.stringTooLong, at: start)
            }
            guard keys.insert(key).inserted else {
                throw JSONError(.duplicateKey, at: start)
            }
            skipWhitespace()
            try take(UInt8(ascii: ":"))
            skipWhitespace()
            try value(depth: depth)
        } while try another(before: UInt8(ascii: "}"))
    }

    /// Steps into a container; false when it is empty and already left again.
    private mutating func open(depth: Int, close: UInt8) throws(JSONError) -> Bool {
        guard depth <= limits.depth else { throw error(.tooDeep) }
        index += 1
        skipWhitespace()
        guard current == close else { return true }
        index += 1
        return false
    }

    /// Steps over a comma (true) or the end of the container (false).
    private mutating func another(before close: UInt8) throws(JSONError) -> Bool {
        skipWhitespace()
        if current == UInt8(ascii: ",") {
            index += 1
            return true
        }
        try take(close)
        return false
    }
}
