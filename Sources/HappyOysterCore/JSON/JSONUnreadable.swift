// SPDX-License-Identifier: Apache-2.0

/// A value that is sound JSON and cannot be kept exactly.
///
/// A field that is read and holds one counts as unreadable; in all other fields it does no harm.
package final class JSONUnreadable: Sendable {
    package let reason: JSONError.Reason
    /// A number as it was written; a string with U+FFFD in place of what cannot be kept.
    ///
    /// For people to read, and for ids that are numbers; never for a decision.
    package let text: String

    package init(_ reason: JSONError.Reason, _ text: String) {
        self.reason = reason
        self.text = text
    }

    /// Whether the text is the digits of an integer.
    package var isInteger: Bool { reason == .integerOutOfRange }

    /// Whether the text may stand in JSON as it is, and every reader takes it for a number.
    package var isPlainNumber: Bool { isInteger || reason == .numberNotFinite }

    /// What an object has under a key that stands twice.
    static let ambiguous = JSONUnreadable(.duplicateKey, "")
}

extension JSONUnreadable: Equatable {
    package static func == (left: JSONUnreadable, right: JSONUnreadable) -> Bool {
        left.reason == right.reason && JSONText.same(left.text, right.text)
    }
}
