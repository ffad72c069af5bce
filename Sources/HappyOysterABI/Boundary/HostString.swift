// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterCore
import HappyOysterWorld

/// Strings from the host: bounded, valid UTF-8, copied.
///
/// `HappyOysterCore.HostText` decides which characters a text may contain.
enum HostString {
    /// Reads a string; 109002 for NULL, invalid UTF-8 or more bytes than the limit.
    ///
    /// The error calls the string by `name`.
    static func read(
        _ text: UnsafePointer<CChar>?,
        _ name: String,
        limit: Int
    ) throws(OysterSDKError) -> String {
        let code = OysterErrorCode.invalidArgument
        guard let text else { throw OysterSDKError(code, cause: "\(name) is NULL") }
        guard strnlen(text, limit + 1) <= limit else {
            throw OysterSDKError(code, cause: "\(name) is longer than \(limit) bytes")
        }
        guard let string = String(validatingCString: text) else {
            throw OysterSDKError(code, cause: "\(name) is not valid UTF-8")
        }
        return string
    }

    /// Reads a field of a configuration, which may be NULL; 100002 for a text beyond the limit.
    static func readOption(
        _ text: UnsafePointer<CChar>?,
        _ name: String,
        limit: Int
    ) throws(OysterSDKError) -> String? {
        guard let text else { return nil }
        if strnlen(text, limit + 1) > limit {
            throw RuntimeConfig.invalid("\(name) is longer than \(limit) bytes")
        }
        return try read(text, name, limit: limit)
    }

    /// Reads the text of an instruction.
    ///
    /// An instruction has at most 2000 characters of at most 4 bytes each, so a text of more than
    /// 8000 bytes is too long and need not be copied.
    static func readInstruction(_ text: UnsafePointer<CChar>?) throws(OysterSDKError) -> String {
        let limit = 4 * 2000
        if let text, strnlen(text, limit + 1) > limit {
            throw InstructionText.tooLong
        }
        return try read(text, "the instruction", limit: limit)
    }

    /// Reads a token or ticket; a text longer than any of them is refused without a copy.
    static func readCredential(_ text: UnsafePointer<CChar>?) throws(OysterSDKError) -> String {
        try read(text, "the token or ticket", limit: HostText.longestCredential)
    }

    /// Reads an argument of a session; 1011 for NULL and for a text beyond the limit.
    static func readParameter(
        _ text: UnsafePointer<CChar>?,
        _ name: String,
        limit: Int
    ) throws(OysterSDKError) -> String {
        guard let text, strnlen(text, limit + 1) <= limit else {
            throw OysterSDKError(
                OysterErrorCode.sessionInvalidParameter,
                cause: text == nil ? "\(name) is NULL" : "\(name) is longer than \(limit) bytes"
            )
        }
        return try read(text, name, limit: limit)
    }

    /// Reads the type of a signal, or its data; NULL is nil, a text beyond the limit is `code`.
    static func readSignal(
        _ text: UnsafePointer<CChar>?,
        _ name: String,
        limit: Int,
        tooLong code: Int
    ) throws(OysterSDKError) -> String? {
        guard let text else { return nil }
        guard strnlen(text, limit + 1) <= limit else {
            throw OysterSDKError(code, cause: "it is longer than \(limit) bytes")
        }
        return try read(text, name, limit: limit)
    }
}
