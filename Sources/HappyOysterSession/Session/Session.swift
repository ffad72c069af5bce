// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
import HappyOysterThreading
package import HappyOysterWorld

/// One session as a host uses it, from any thread.
///
/// A call that is refused throws at once and has no effect. Results of accepted calls are
/// completions and events.
package final class Session: Sendable {
    /// Unique in the process.
    package let number: UInt64
    package let operations: PendingOperations
    let config: SessionConfig

    package typealias Handler = @Sendable (SessionEvent) -> Void

    /// Most listeners at a time.
    package static let listenerLimit = 64

    init(number: UInt64, config: SessionConfig, delivery: any CallbackDelivery) {
        self.number = number
        self.config = config
        operations = PendingOperations(delivery: delivery, owner: "session")
    }

    // MARK: Reading

    /// The session's id, as the host stated it.
    package var id: String { config.sessionId }

    package var status: OysterConnectionStatus { .notConnected }

    /// The session's own connection; 1010 unless connected.
    package func connection() throws(OysterSDKError) -> SessionConnection { throw notConnected }

    /// What the token's role allows; 1010 unless connected.
    package func capabilities() throws(OysterSDKError) -> SessionCapabilities {
        throw notConnected
    }

    /// The streams of others, in the order of their creation; 1010 unless connected.
    package func streams() throws(OysterSDKError) -> [SessionStream] { throw notConnected }

    /// The object of `docs/json.md`.
    package var statistics: JSONValue { [:] }

    // MARK: Operations

    /// Connects with a token.
    ///
    /// Throws 1011 for a malformed token, 1015 unless the status is `notConnected`, 1020 when it is
    /// `failed`.
    @discardableResult package func connect(
        token: String,
        _ completion: @escaping OperationCompletion
    ) throws(OysterSDKError) -> OperationID {
        throw notConnected
    }

    /// Leaves the session; a connect in flight completes with 109006.
    ///
    /// Throws 1010 when the status is `notConnected` or `disconnecting`, 1020 when it is `failed`.
    @discardableResult package func disconnect(_ completion: @escaping OperationCompletion)
        throws(OysterSDKError) -> OperationID
    {
        throw notConnected
    }

    /// Sends a report of the library's own state to the session server; completes with its id.
    ///
    /// Throws 1010 unless the status is `connected`; a loss completes it with 1010.
    @discardableResult package func reportIssue(_ completion: @escaping OperationCompletion)
        throws(OysterSDKError) -> OperationID
    {
        throw notConnected
    }

    /// Sends a signal: success means that it is valid and will be sent.
    ///
    /// Throws 1461, 1413 or 1011 for what the signal holds, 1010 unless connected or reconnecting,
    /// 1550 without the role, 109007 when too much waits.
    package func send(_ signal: SessionSignal) throws(OysterSDKError) {
        try SessionText.check(signal)
        throw notConnected
    }

    /// Mutes all streams but those with these ids, and each later one.
    ///
    /// Throws 1010 unless connected or reconnecting, 1540 without the role, 1011 for a malformed id.
    package func forceMuteAll(excluding streams: [String]) throws(OysterSDKError) {
        throw notConnected
    }

    /// Ends the state that mutes later streams; errors as for ``forceMuteAll(excluding:)``.
    package func disableForceMute() throws(OysterSDKError) { throw notConnected }

    /// Mutes one stream; 1011 for a malformed id, 1010, 1540, 1535 for an unknown stream.
    package func forceMuteStream(_ id: String) throws(OysterSDKError) { throw notConnected }

    /// Disconnects a connection, also the session's own; 1011 for a malformed id, 1010, 1520.
    package func forceDisconnect(_ id: String) throws(OysterSDKError) { throw notConnected }

    // MARK: Events

    /// Adds a listener; false when there are too many.
    package func addListener(id: UInt64, _ handler: @escaping Handler) -> Bool { false }

    /// Removes a listener; false when no listener has this id.
    package func removeListener(id: UInt64) -> Bool { false }

    // MARK: Release

    /// Releases the session: no event follows, pending operations complete with 109006, and a
    /// connected session leaves in the background.
    package func release() { operations.close() }

    private var notConnected: OysterSDKError {
        OysterSDKError(OysterErrorCode.sessionNotConnected)
    }
}
