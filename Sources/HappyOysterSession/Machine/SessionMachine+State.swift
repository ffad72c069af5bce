// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

extension SessionMachine {
    /// Where a session is in its life; each phase holds the data that exist in it.
    ///
    /// The data lie behind a pointer: valgrind would take a status that is computed from unused bits
    /// of the data for uninitialised, in the host's code.
    indirect enum Phase {
        case notConnected
        case connecting(Connecting)
        case connected(Member)
        case reconnecting(Outage)
        case disconnecting(Leaving)
        case failed
    }

    struct Connecting {
        let operation: OperationID
        /// Once the server has answered.
        var member: Member?
        var snapshot = SessionSnapshot()
    }

    /// A connection of the session.
    struct Member {
        var access: SessionAccess
        let connection: SessionConnection
        var capabilities: SessionCapabilities
        var times: SessionTimes
        var ticket: Secret
        var epoch: String
        var roster: SessionRoster
        var signals = SignalNumbers()
        var queue: RequestQueue
        var isPosting = false
        /// Whether the newest post had requests.
        var hasPostedRequests = false
        /// Until then the server wants no requests but pings.
        var pausedUntil: Duration?
        var eventStream = EventStream.closed
        /// Whether long polls replace the event stream, which a proxy holds back.
        var usesPolling = false
        var pollSentAt: Duration = .zero
        /// When the last byte of the event stream came.
        var lastByte: Duration
        /// When the last answer to a post came.
        var lastAnswer: Duration
        /// The last event that was handled, the last one that a post named, and the last one of which
        /// the server knows that it was handled.
        var lastEvent = 0
        var postedEvent = 0
        var acknowledged = 0
        var unacknowledgedBytes = 0
        /// Consecutive losses without an answered post between them.
        var losses = 0
        /// Consecutive losses that the server's mistakes caused, without an event or answer between.
        var futileLosses = 0

        /// The place after which the server sends events.
        var position: EventPosition? {
            lastEvent > 0 ? EventPosition(epoch: epoch, number: lastEvent) : nil
        }

        /// Whether the server should learn now which events were handled.
        var mustAcknowledge: Bool {
            lastEvent - acknowledged >= 100 || unacknowledgedBytes >= 262_144
        }

        /// Whether an event stream was requested that has not begun.
        var isAwaitingHello: Bool {
            switch eventStream {
            case .opening, .awaitingHello: !usesPolling
            case .closed, .open: false
            }
        }

        /// How long the event stream may have no byte.
        var idleBound: Duration { max(.seconds(11), times.heartbeat * 2 + .seconds(1)) }
        var pingInterval: Duration {
            max(.seconds(1), min(times.heartbeat, .seconds(5))) * 9 / 10
        }
    }

    enum EventStream {
        case closed
        /// Requested; no headers yet.
        case opening
        case awaitingHello
        case open
    }

    /// The time without a connection to the server.
    struct Outage {
        var member: Member
        /// When the connection is over.
        let deadline: Duration
        var attempts = 0
        /// Whether the server wants the ticket before it opens an event stream.
        var mustResume: Bool
        /// What a resume brought, for the time after the reconnect.
        var snapshot: SessionSnapshot?
    }

    struct Leaving {
        var member: Member
        let operation: OperationID?
        /// Whether a failed post is not repeated.
        var isLastTry: Bool
    }

    /// The state, and the actions decided so far.
    struct State {
        let settings: Settings
        var phase = Phase.notConnected
        var now: Duration = .zero
        var counters = SessionCounters()
        private(set) var history: [(status: OysterConnectionStatus, time: Duration)] = []
        private var actions: [SessionAction] = []

        init(settings: Settings) { self.settings = settings }
    }
}

extension SessionMachine.State {
    static let mostHistory = 32

    var status: OysterConnectionStatus {
        switch phase {
        case .notConnected: .notConnected
        case .connecting: .connecting
        case .connected: .connected
        case .reconnecting: .reconnecting
        case .disconnecting: .disconnecting
        case .failed: .failed
        }
    }

    /// The member of a session that is connected or reconnecting.
    var connectedMember: SessionMachine.Member? {
        switch phase {
        case .connected(let member): member
        case .reconnecting(let outage): outage.member
        case .notConnected, .connecting, .disconnecting, .failed: nil
        }
    }

    var member: SessionMachine.Member? {
        switch phase {
        case .connecting(let connecting): connecting.member
        case .connected(let member): member
        case .reconnecting(let outage): outage.member
        case .disconnecting(let leaving): leaving.member
        case .notConnected, .failed: nil
        }
    }

    var statistics: JSONObject {
        var counters = counters
        counters.waiting = member?.queue.count ?? 0
        return counters.json
    }

    /// Changes the member in place; nil when there is none.
    ///
    /// The phase is empty meanwhile, so that the change copies no array.
    mutating func update<Value>(_ change: (inout SessionMachine.Member) -> Value) -> Value? {
        let current = phase
        phase = .notConnected
        switch consume current {
        case .connecting(var connecting):
            guard var member = connecting.member.take() else {
                phase = .connecting(connecting)
                return nil
            }
            let value = change(&member)
            connecting.member = member
            phase = .connecting(connecting)
            return value
        case .connected(var member):
            let value = change(&member)
            phase = .connected(member)
            return value
        case .reconnecting(var outage):
            let value = change(&outage.member)
            phase = .reconnecting(outage)
            return value
        case .disconnecting(var leaving):
            let value = change(&leaving.member)
            phase = .disconnecting(leaving)
            return value
        case .notConnected: return nil
        case .failed:
            phase = .failed
            return nil
        }
    }

    // MARK: Actions

    mutating func takeActions() -> [SessionAction] {
        defer { actions = [] }
        return actions
    }

    mutating func act(_ action: SessionAction) { actions.append(action) }

    mutating func emit(_ notices: [SessionNotice]) {
        for notice in notices { actions.append(.emit(notice)) }
    }

    /// Changes the phase, and notifies listeners when the status changed with it.
    mutating func move(to next: SessionMachine.Phase) {
        let before = status
        phase = next
        guard status != before else { return }
        history.append((status, now))
        if history.count > Self.mostHistory { history.removeFirst() }
        act(.emit(.statusChanged(status)))
    }

    mutating func cancelTimers(_ timers: [SessionTimer]) {
        for timer in timers { act(.cancelTimer(timer)) }
    }

    mutating func log(_ text: String, _ level: OysterLogLevel = .info) { act(.log(level, text)) }

    /// Reports an input that cannot happen in the current phase.
    mutating func unexpected(_ input: String) {
        act(.reportUnexpected("\(input) is unexpected while \(status.rawValue)"))
    }

    func refusal(_ code: Int, _ operation: OperationName, cause: String? = nil) -> OysterSDKError {
        guard let cause else { return OysterSDKError(code, operation: operation) }
        return OysterSDKError(code, cause: cause, operation: operation)
    }
}
