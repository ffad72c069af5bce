// SPDX-License-Identifier: Apache-2.0

/// The rule for the text of an instruction.
///
/// Source: Open API `travels/instruct`.
enum InstructionText {
    /// Longest text, in Unicode scalars: the service counts each letter, sign and space as one.
    static let longest = 2000

    /// Whether the text is non-blank and not too long.
    static func isAcceptable(_ text: String) -> Bool {
        text.unicodeScalars.prefix(longest + 1).count <= longest
            && text.unicodeScalars.contains { !$0.properties.isWhitespace }
    }
}
