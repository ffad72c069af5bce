// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// Which characters and lengths the texts of sessions may have.
package enum SessionText {
    /// Longest id of a session, connection or stream, in bytes.
    package static let longestId = 128
    /// Longest type of a signal, in characters.
    package static let longestType = 128
    /// Longest data of a signal, in bytes of UTF-8.
    package static let longestData = 8192
    /// Longest token, in bytes.
    package static let longestToken = 30_000

    /// Whether a text has the form of an id: 1 to 128 of `A-Z a-z 0-9 - _ ~ .`.
    package static func isId(_ text: String) -> Bool {
        (1...longestId).contains(text.utf8.count) && text.utf8.allSatisfy(isIdByte)
            // A path in a URL cannot hold these two.
            && text != "." && text != ".."
    }

    /// A token: printable ASCII without blanks; else 1011.
    static func token(_ text: String) throws(OysterSDKError) -> Secret {
        guard (1...longestToken).contains(text.utf8.count),
            text.utf8.allSatisfy({ (33...126).contains($0) })
        else {
            let cause = "a token is 1 to \(longestToken) printable ASCII characters without blanks"
            throw refusal(cause, .connect)
        }
        return Secret(text)
    }

    /// An id that a host states; else 1011.
    static func id(_ text: String, _ name: String, _ operation: OperationName)
        throws(OysterSDKError)
    {
        guard isId(text) else { throw refusal("\(name) is not the id of a \(name)", operation) }
    }

    /// Checks a signal: 1461 for its type, 1413 for its data, 1011 for its target.
    static func check(_ signal: SessionSignal) throws(OysterSDKError) {
        if let type = signal.type {
            guard (1...longestType).contains(type.utf8.count), type.utf8.allSatisfy(isTypeByte)
            else {
                throw OysterSDKError(
                    OysterErrorCode.sessionInvalidSignalType,
                    operation: .sendSignal
                )
            }
        }
        if let data = signal.data {
            guard data.utf8.count <= longestData else {
                throw OysterSDKError(
                    OysterErrorCode.sessionSignalDataTooLong,
                    cause: "it has \(data.utf8.count) bytes",
                    operation: .sendSignal
                )
            }
            guard !data.utf8.contains(0) else {
                throw refusal("the data of a signal hold no NUL character", .sendSignal)
            }
        }
        if let to = signal.to { try id(to, "connection", .sendSignal) }
    }

    /// 1011 with a cause.
    static func refusal(_ cause: String, _ operation: OperationName? = nil) -> OysterSDKError {
        OysterSDKError(
            OysterErrorCode.sessionInvalidParameter,
            cause: cause,
            operation: operation
        )
    }

    private static func isIdByte(_ byte: UInt8) -> Bool { byte == 46 || isTypeByte(byte) }

    private static func isTypeByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, 45, 95, 126: true
        default: false
        }
    }
}
