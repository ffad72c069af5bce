// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterCore

/// Strings from the host: bounded, valid UTF-8, copied.
///
/// What a text may be made of is the engine's to say (`HappyOysterCore.HostText`).
enum HostString {
    /// Reads a string; 109002 for NULL, invalid UTF-8 or more bytes than the limit.
    static func read(_ text: UnsafePointer<CChar>?, limit: Int) throws(OysterSDKError) -> String {
        guard let text, strnlen(text, limit + 1) <= limit,
            let string = String(validatingCString: text)
        else { throw OysterSDKError(OysterErrorCode.invalidArgument) }
        return string
    }

    /// Reads a field of a configuration, which may be NULL; what is too long is 100002.
    static func readOption(_ text: UnsafePointer<CChar>?, limit: Int) throws(OysterSDKError)
        -> String?
    {
        guard let text else { return nil }
        if strnlen(text, limit + 1) > limit { throw OysterSDKError(OysterErrorCode.invalidConfig) }
        return try read(text, limit: limit)
    }

    /// Reads the text of an instruction; what is too long in bytes is too long in characters.
    static func readInstruction(_ text: UnsafePointer<CChar>?) throws(OysterSDKError) -> String {
        let limit = 4 * 2000
        if let text, strnlen(text, limit + 1) > limit {
            throw OysterSDKError(OysterErrorCode.serverInvalidParameter)
        }
        return try read(text, limit: limit)
    }

    /// Reads a token or ticket; what is too long for one is not copied.
    static func readCredential(_ text: UnsafePointer<CChar>?) throws(OysterSDKError) -> String {
        try read(text, limit: HostText.longestCredential)
    }
}
