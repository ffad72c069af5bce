// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// Decides what happens in a session: takes calls and inputs, returns actions, does no work itself.
///
/// The machine has no clock, lock or I/O. Source of behaviour: OTSession reference and
/// `docs/session-server.md`; where those are silent, `docs/architecture.md` lists the choices of this
/// library.
package struct SessionMachine: Sendable {
    package struct Settings: Sendable {
        /// Bound of a connect.
        package var timeout: Duration
        package var suppressesConnectionEvents = false

        package init(timeout: Duration) { self.timeout = timeout }
    }

    private var state: State

    package init(settings: Settings) { state = State(settings: settings) }

    // MARK: Reading

    package var status: OysterConnectionStatus { state.status }

    /// The connection, its capabilities and the streams of others; nil unless connected.
    package var membership: SessionMembership? {
        guard let member = state.connectedMember else { return nil }
        return SessionMembership(
            connection: member.connection,
            capabilities: member.capabilities,
            streams: member.roster.streams
        )
    }

    /// The object of `docs/json.md`, without the events that the engine's queue dropped.
    package var statistics: JSONObject { state.statistics }

    /// Whether the library still tries to leave the session.
    package var isLeaving: Bool { state.status == .disconnecting }

    /// Whether no connection exists and none is being made.
    package var isOver: Bool { state.status == .notConnected || state.status == .failed }

    // MARK: Calls of the host

    package mutating func connect(_ token: Secret, _ operation: OperationID, at now: Duration)
        throws(OysterSDKError) -> [SessionAction]
    {
        state.now = now
        try state.connect(token, operation)
        return state.takeActions()
    }

    package mutating func disconnect(_ operation: OperationID, at now: Duration)
        throws(OysterSDKError) -> [SessionAction]
    {
        state.now = now
        try state.disconnect(operation)
        return state.takeActions()
    }

    /// Takes a signal, or an operation of a moderator.
    package mutating func submit(_ request: LaneRequest, at now: Duration)
        throws(OysterSDKError) -> [SessionAction]
    {
        state.now = now
        try state.submit(request)
        return state.takeActions()
    }

    package mutating func reportIssue(_ operation: OperationID, at now: Duration)
        throws(OysterSDKError) -> [SessionAction]
    {
        state.now = now
        try state.reportIssue(operation)
        return state.takeActions()
    }

    /// Ends the connection for a host that has released the session.
    package mutating func release(at now: Duration) -> [SessionAction] {
        state.now = now
        state.leave(nil)
        return state.takeActions()
    }

    // MARK: Inputs of the loop

    /// Takes one input and returns the actions, in order.
    package mutating func handle(_ input: SessionInput, at now: Duration) -> [SessionAction] {
        state.now = now
        state.take(input)
        return state.takeActions()
    }
}

/// What a host can read of a connected session.
package struct SessionMembership: Equatable, Sendable {
    package let connection: SessionConnection
    package let capabilities: SessionCapabilities
    package let streams: [SessionStream]
}
