// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// The limits of an instruction's text.
///
/// Source: Open API `travels/instruct`.
package enum InstructionText {
    /// Longest text, in Unicode scalars: the service counts each letter, sign and space as one.
    package static let longest = 2000

    /// Throws 109002 for a text with a NUL character, 400000 for a text that is blank or too long.
    static func check(_ text: String) throws(OysterSDKError) {
        guard !text.utf8.contains(0) else {
            throw OysterSDKError(
                OysterErrorCode.invalidArgument,
                cause: "an instruction holds no NUL character",
                operation: .sendInstruct
            )
        }
        guard text.unicodeScalars.prefix(longest + 1).count <= longest else { throw tooLong }
        guard text.unicodeScalars.contains(where: { !$0.properties.isWhitespace }) else {
            throw OysterSDKError(
                OysterErrorCode.serverInvalidParameter,
                cause: "the instruction is blank",
                operation: .sendInstruct
            )
        }
    }

    package static var tooLong: OysterSDKError {
        OysterSDKError(
            OysterErrorCode.serverInvalidParameter,
            cause: "the instruction is longer than \(longest) characters",
            operation: .sendInstruct
        )
    }
}
