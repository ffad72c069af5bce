// SPDX-License-Identifier: Apache-2.0

/// A word of the service, prepared for comparison: in small letters, without blanks around it.
package struct Word: Equatable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = Word.trimmed(text).lowercased() }

    /// A text without blanks around it.
    package static func trimmed(_ text: String) -> String {
        var rest = Substring(text)
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
