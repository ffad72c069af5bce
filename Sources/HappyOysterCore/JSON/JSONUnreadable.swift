// SPDX-License-Identifier: Apache-2.0

/// A value that is valid JSON and cannot be kept exactly.
///
/// It is an error only in a field that the library reads.
package final class JSONUnreadable: Sendable {
    package let reason: JSONError.Reason
    /// A number as it was written; a string with U+FFFD in place of what cannot be kept.
    ///
    /// For logs, and for ids that are numbers; never for a decision.
    package let text: String

    package init(_ reason: JSONError.Reason, _ text: String) {
        self.reason = reason
        self.text = text
    }

    /// Whether the text is the digits of an integer.
    package var isInteger: Bool { reason == .integerOutOfRange }

    /// Whether the text is a number in JSON's syntax, so that it can be written as it is.
    package var isPlainNumber: Bool { isInteger || reason == .numberNotFinite }

    /// The value of a repeated key.
    static let ambiguous = JSONUnreadable(.duplicateKey, "")
}

extension JSONUnreadable: Equatable {
    package static func == (left: JSONUnreadable, right: JSONUnreadable) -> Bool {
        left.reason == right.reason && JSONText.same(left.text, right.text)
    }
}
