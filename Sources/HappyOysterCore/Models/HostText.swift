// SPDX-License-Identifier: Apache-2.0

/// Which characters and lengths the texts of a host may have.
///
/// The engine applies these rules for the C interface and the Swift façade alike.
package enum HostText {
    /// Longest token or ticket, in bytes.
    package static let longestCredential = 4096
    /// Longest path of a file, in bytes.
    package static let longestPath = 4096

    /// A token or ticket: 1 to 4096 bytes of printable ASCII without blanks; else 109002.
    ///
    /// Both are sent in a header or a URL, where a line break or a NUL would end the header or the
    /// URL.
    package static func credential(_ text: String) throws(OysterSDKError) -> Secret {
        guard (1...longestCredential).contains(text.utf8.count),
            text.utf8.allSatisfy({ (33...126).contains($0) })
        else {
            throw OysterSDKError(
                OysterErrorCode.invalidArgument,
                cause: "a token or ticket is 1 to \(longestCredential) printable ASCII characters "
                    + "without blanks"
            )
        }
        return Secret(text)
    }

    /// Whether a text can be the path of a file: 1 to 4096 bytes without NUL.
    package static func isPath(_ text: String) -> Bool {
        (1...longestPath).contains(text.utf8.count) && !text.utf8.contains(0)
    }
}
