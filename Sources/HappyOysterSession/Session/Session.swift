// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
import HappyOysterThreading
package import HappyOysterWorld
import Synchronization

/// One session as a host uses it, from any thread.
///
/// A call that is refused throws at once and has no effect. Results of accepted calls are
/// completions and events. The machine decides under a lock, on the thread of the call or of the
/// loop; the loop performs what it decided, in the order of the decisions.
package final class Session: Sendable {
    private struct State {
        var machine: SessionMachine
        /// Decided and not performed yet.
        var actions: [SessionAction] = []
        var eventsDropped = 0
    }

    private let live = LiveObject("Session")
    /// Unique in the process.
    package let number: UInt64
    package let operations: PendingOperations
    let config: SessionConfig
    private let actor: SessionActor
    private let state: Lock<State>
    private let listeners = Lock<[(id: UInt64, handler: Handler)]>([])
    private let released = Atomic(false)

    package typealias Handler = @Sendable (SessionEvent) -> Void

    /// Most listeners at a time.
    package static let listenerLimit = 64
    /// Most streams that a mute of all can exclude.
    package static let excludedLimit = 64

    init(number: UInt64, config: SessionConfig, actor: SessionActor) {
        self.number = number
        self.config = config
        self.actor = actor
        operations = PendingOperations(delivery: actor.delivery, owner: "session")
        var settings = SessionMachine.Settings(timeout: config.timeout)
        settings.suppressesConnectionEvents = config.suppressesConnectionEvents
        state = Lock(State(machine: SessionMachine(settings: settings)))
    }

    private var now: Duration { actor.dependencies.loop.now }

    // MARK: Reading

    /// The session's id, as the host stated it.
    package var id: String { config.sessionId }

    package var status: OysterConnectionStatus { state.withLock { $0.machine.status } }

    /// The session's own connection; 1010 unless connected or reconnecting.
    package func connection() throws(OysterSDKError) -> SessionConnection {
        try membership().connection
    }

    /// What the token's role allows; 1010 unless connected or reconnecting.
    package func capabilities() throws(OysterSDKError) -> SessionCapabilities {
        try membership().capabilities
    }

    /// The streams of others, in the order of their creation; 1010 unless connected or reconnecting.
    package func streams() throws(OysterSDKError) -> [SessionStream] { try membership().streams }

    private func membership() throws(OysterSDKError) -> SessionMembership {
        guard let membership = state.withLock({ $0.machine.membership }) else {
            throw OysterSDKError(OysterErrorCode.sessionNotConnected)
        }
        return membership
    }

    /// The object of `docs/json.md`.
    package var statistics: JSONValue {
        state.withLock { state in
            var object = state.machine.statistics
            object["eventsDropped"] = JSONValue(state.eventsDropped)
            return .object(object)
        }
    }

    // MARK: Operations

    /// Connects with a token.
    ///
    /// Throws 1011 for a malformed token, 1015 unless the status is `notConnected`, 1020 when it is
    /// `failed`.
    @discardableResult package func connect(
        token: String,
        _ completion: @escaping OperationCompletion
    ) throws(OysterSDKError) -> OperationID {
        let token = try SessionText.token(token)
        return try operate(completion) { machine, operation, now throws(OysterSDKError) in
            try machine.connect(token, operation, at: now)
        }
    }

    /// Leaves the session; a connect in flight completes with 109006.
    ///
    /// Throws 1010 when the status is `notConnected` or `disconnecting`, 1020 when it is `failed`.
    @discardableResult package func disconnect(_ completion: @escaping OperationCompletion)
        throws(OysterSDKError) -> OperationID
    {
        try operate(completion) { machine, operation, now throws(OysterSDKError) in
            try machine.disconnect(operation, at: now)
        }
    }

    /// Sends a report of the library's own state to the session server; completes with its id.
    ///
    /// Throws 1010 unless the status is `connected`; a loss completes it with 1010.
    @discardableResult package func reportIssue(_ completion: @escaping OperationCompletion)
        throws(OysterSDKError) -> OperationID
    {
        try operate(completion) { machine, operation, now throws(OysterSDKError) in
            try machine.reportIssue(operation, at: now)
        }
    }

    /// Sends a signal: success means that it is valid and will be sent.
    ///
    /// Throws 1461, 1413 or 1011 for what the signal holds, 1010 unless connected or reconnecting,
    /// 1550 without the role, 109007 when too much waits.
    package func send(_ signal: SessionSignal) throws(OysterSDKError) {
        try SessionText.check(signal)
        try submit(.signal(signal))
    }

    /// Mutes all streams but those with these ids, and each later one.
    ///
    /// Throws 1011 for a malformed id and for more than 64, 1010 unless connected or reconnecting,
    /// 1540 without the role, 109007 when too much waits.
    package func forceMuteAll(excluding streams: [String]) throws(OysterSDKError) {
        guard streams.count <= Session.excludedLimit else {
            throw SessionText.refusal("more than \(Session.excludedLimit) streams", .forceMuteAll)
        }
        for id in streams { try SessionText.id(id, "stream", .forceMuteAll) }
        try submit(.forceMuteAll(excluding: streams))
    }

    /// Ends the state that mutes later streams; errors as for ``forceMuteAll(excluding:)``.
    package func disableForceMute() throws(OysterSDKError) { try submit(.disableForceMute) }

    /// Mutes one stream; errors as for ``forceMuteAll(excluding:)``, and 1535 for an unknown stream.
    package func forceMuteStream(_ id: String) throws(OysterSDKError) {
        try SessionText.id(id, "stream", .forceMuteStream)
        try submit(.forceMuteStream(id))
    }

    /// Disconnects a connection, also the session's own.
    ///
    /// Throws 1011 for a malformed id, 1010 unless connected or reconnecting, 1520 without the role,
    /// 109007 when too much waits.
    package func forceDisconnect(_ id: String) throws(OysterSDKError) {
        try SessionText.id(id, "connection", .forceDisconnect)
        try submit(.forceDisconnect(id))
    }

    private func submit(_ request: LaneRequest) throws(OysterSDKError) {
        try call { machine, now throws(OysterSDKError) in try machine.submit(request, at: now) }
    }

    private typealias Operate =
        (inout SessionMachine, OperationID, Duration) throws(OysterSDKError) -> [SessionAction]

    private func operate(_ completion: @escaping OperationCompletion, _ body: Operate)
        throws(OysterSDKError) -> OperationID
    {
        let operation = try operations.register(completion)
        do throws(OysterSDKError) {
            try call { machine, now throws(OysterSDKError) in try body(&machine, operation, now) }
        } catch {
            operations.withdraw(operation)
            throw error
        }
        return operation
    }

    private func call(
        _ body: (inout SessionMachine, Duration) throws(OysterSDKError) -> [SessionAction]
    ) throws(OysterSDKError) {
        let now = now
        let mustPost = try state.withLock { state throws(OysterSDKError) in
            if released.load(ordering: .acquiring) {
                throw OysterSDKError(OysterErrorCode.invalidHandle)
            }
            let wasEmpty = state.actions.isEmpty
            state.actions += try body(&state.machine, now)
            return wasEmpty && !state.actions.isEmpty
        }
        if mustPost { actor.post(number) }
    }

    // MARK: On the loop

    /// Passes an input to the machine; false without effect while actions wait to be performed.
    func handle(_ input: SessionInput, at now: Duration) -> Bool {
        state.withLock { state in
            guard state.actions.isEmpty else { return false }
            state.actions = state.machine.handle(input, at: now)
            return true
        }
    }

    /// Removes the actions that wait; nil when there are none.
    func takeActions() -> [SessionAction]? {
        state.withLock { state in
            guard !state.actions.isEmpty else { return nil }
            defer { state.actions = [] }
            return state.actions
        }
    }

    var hasActions: Bool { state.withLock { !$0.actions.isEmpty } }
    var isOver: Bool { state.withLock { $0.machine.isOver } }
    var isLeaving: Bool { state.withLock { $0.machine.isLeaving } }
    var isReleased: Bool { released.load(ordering: .acquiring) }

    // MARK: Events

    /// Adds a listener; false when there are too many.
    package func addListener(id: UInt64, _ handler: @escaping Handler) -> Bool {
        listeners.withLock { list in
            guard list.count < Session.listenerLimit else { return false }
            list.append((id, handler))
            return true
        }
    }

    /// Removes a listener; false when no listener has this id.
    package func removeListener(id: UInt64) -> Bool {
        listeners.withLock { list in
            let before = list.count
            list.removeAll { $0.id == id }
            return list.count < before
        }
    }

    /// Sends an event to every listener that is registered when it is emitted.
    func emit(_ event: SessionEvent) {
        let handlers = listeners.withLock { $0.map(\.handler) }
        guard !handlers.isEmpty else { return }
        let item = DeliveryItem(event.importance) { [self] in
            state.withLock { $0.eventsDropped += 1 }
        } run: {
            for handler in handlers { handler(event) }
        }
        actor.delivery.deliver(item)
    }

    // MARK: The end

    /// Leaves the session as `disconnect` does; no effect unless there is a connection or a connect.
    func leave() {
        let now = now
        let mustPost = state.withLock { state in
            let wasEmpty = state.actions.isEmpty
            state.actions += state.machine.release(at: now)
            return wasEmpty && !state.actions.isEmpty
        }
        if mustPost { actor.post(number) }
    }

    /// Releases the session: no event follows, pending operations complete with 109006, and a
    /// connected session leaves in the background.
    package func release() {
        guard !released.exchange(true, ordering: .acquiringAndReleasing) else { return }
        listeners.withLock { $0 = [] }
        operations.close()
        leave()
        // Also without an action: the driver is dropped.
        actor.post(number)
    }
}
