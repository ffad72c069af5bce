// SPDX-License-Identifier: Apache-2.0

/// The error codes of the session server's answers.
package enum SessionErrorCode: Int, Equatable, Sendable {
    /// The token or the bearer is wrong, expired or of another scope.
    case notAuthorised = 1004
    /// The session id is malformed, of another project, or not the token's.
    case sessionUnknown = 1005
    /// The request is malformed, or names a thing that does not exist.
    case invalid = 1011
    /// The request does not fit the state of the connection.
    case illegalState = 1015
    /// The position or the connection is not known any more.
    case dropped = 1022
    /// The session has as many connections as it may have.
    case tooManyConnections = 1027
    /// The data of a signal is too long.
    case signalDataTooLong = 1413
    /// The type of a signal is too long, empty, or has other characters.
    case signalType = 1461
    /// The server is stopping or has no capacity.
    case unavailable = 1503
    /// The role does not include force disconnect.
    case cannotForceDisconnect = 1520
    /// The session has no such stream.
    case streamUnknown = 1535
    /// The role does not include force mute.
    case cannotForceMute = 1540
    /// The role does not include signals.
    case cannotSignal = 1550
    /// The role does not include publishing.
    case cannotPublish = 1500
    /// The session has as many streams as it may have.
    case tooManyStreams = 1605
    /// A fault of the server.
    case internalFault = 2000
    /// The session is encrypted and the client has no encryption secret.
    case encryptionSecretMissing = 6000
}
