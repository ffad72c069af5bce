// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The event stream, and the long polls in its place.
extension SessionMachine.State {
    /// How long a proxy may hold back the beginning of the event stream.
    private static let helloBound: Duration = .seconds(3)
    private static let openingBound: Duration = .seconds(5)
    private static let pollWait: Duration = .seconds(20)
    /// An empty answer to a long poll that comes faster delays the next poll.
    private static let shortPoll: Duration = .milliseconds(500)

    private var isReconnecting: Bool {
        if case .reconnecting = phase { true } else { false }
    }

    /// Opens the event stream, or sends the first long poll.
    mutating func openEvents() {
        let opened = update { member in
            member.eventStream = .opening
            member.pollSentAt = .zero
            return (member.access, member.position, member.usesPolling)
        }
        guard let (access, position, usesPolling) = opened else { return }
        counters.requests += 1
        if usesPolling {
            counters.polls += 1
            act(.poll(access, wait: .zero, after: position))
            if isReconnecting { act(.setTimer(.opening, Self.openingBound)) }
        } else {
            act(.openEventStream(access, after: position))
            act(.setTimer(.hello, Self.helloBound))
        }
    }

    mutating func streamOpened() {
        guard case .opening? = member?.eventStream else { return unexpected("an event stream") }
        _ = update { $0.eventStream = .awaitingHello }
    }

    mutating func hello(_ hello: HelloEvent) {
        guard case .awaitingHello? = member?.eventStream else { return }
        act(.cancelTimer(.hello))
        guard hello.epoch == member?.epoch else {
            return eventsBroken("the event stream has another epoch")
        }
        _ = update { [now] member in
            member.times = hello.times
            member.eventStream = .open
            member.lastByte = now
        }
        confirm()
    }

    /// The server sends events.
    private mutating func confirm() {
        switch phase {
        case .connecting: becomeConnected()
        case .reconnecting: restore()
        case .notConnected, .connected, .disconnecting, .failed: break
        }
    }

    mutating func received(_ bytes: Int) {
        counters.bytesReceived += bytes
        _ = update { [now] in $0.lastByte = now }
    }

    // MARK: Timers

    mutating func openingTimedOut() {
        guard case .opening? = member?.eventStream else { return }
        act(.cancel(.events))
        eventsFailed(.network(.timedOut))
    }

    mutating func helloTimedOut() {
        guard let member, member.isAwaitingHello else { return }
        act(.cancel(.events))
        fallBack()
    }

    /// Uses long polls from now on.
    private mutating func fallBack() {
        log("a proxy seems to hold back the event stream; the library uses long polling")
        _ = update { $0.usesPolling = true }
        openEvents()
    }

    mutating func idleChecked() {
        guard case .connected(let member) = phase, !member.usesPolling else { return }
        let idle = now - member.lastByte
        guard idle >= member.idleBound else {
            return act(.setTimer(.idle, member.idleBound - idle))
        }
        lose("the event stream had no byte for \(idle.wholeMilliseconds) ms")
    }

    // MARK: Events

    mutating func arrived(_ placed: PlacedEvent) {
        guard member != nil else { return unexpected("an event") }
        switch phase {
        case .connected: handle(placed)
        case .disconnecting:
            if case .disconnected(let reason) = placed.event { finishLeaving(reason) }
        case .connecting, .reconnecting:
            eventsBroken("an event came before the event stream's beginning")
        case .notConnected, .failed: unexpected("an event")
        }
    }

    private mutating func handle(_ placed: PlacedEvent) {
        guard let member else { return }
        guard placed.position.epoch == member.epoch else {
            return eventsBroken("an event has another epoch")
        }
        let number = placed.position.number
        guard number > member.lastEvent else {
            counters.eventsRepeated += 1
            return
        }
        guard number == member.lastEvent + 1 else {
            return eventsBroken("event \(number) follows event \(member.lastEvent)")
        }
        _ = update { member in
            member.lastEvent = number
            member.unacknowledgedBytes += placed.size
            member.futileLosses = 0
        }
        counters.eventsReceived += 1
        apply(placed.event)
        if self.member?.mustAcknowledge == true { pump() }
    }

    private mutating func apply(_ event: ServerEvent) {
        switch event {
        case .connectionCreated(let connection):
            report { member throws(SessionRoster.Overflow) in
                try member.roster.created(connection)
            }
        case .connectionDestroyed(let connection, let reason):
            report { member throws(SessionRoster.Overflow) in
                member.signals.forget(connection.id)
                return member.roster.destroyed(connection, reason)
            }
        case .streamCreated(let stream):
            report { member throws(SessionRoster.Overflow) in try member.roster.created(stream) }
        case .streamDestroyed(let stream, let reason):
            report { member throws(SessionRoster.Overflow) in
                member.roster.destroyed(stream, reason)
            }
        case .streamChanged(let stream):
            report { member throws(SessionRoster.Overflow) in member.roster.changed(stream) }
        case .signal(let signal, let number): self.signal(signal, number)
        case .muteForced(let isActive):
            report { member throws(SessionRoster.Overflow) in member.roster.muteForced(isActive) }
        case .archiveStarted(let id, let name): emit([.archiveStarted(id: id, name: name)])
        case .archiveStopped(let id): emit([.archiveStopped(id: id)])
        case .snapshot(let snapshot): adopt(snapshot)
        case .disconnected(let reason): over(reason)
        case .ignored: break
        case .unreadable(let type):
            counters.eventsUnreadable += 1
            log("an event of the type \(type) cannot be read and is ignored", .warning)
        }
    }

    private mutating func signal(_ signal: ReceivedSignal, _ number: Int?) {
        guard update({ $0.signals.isNew(number, from: signal.from?.id) }) == true else {
            counters.eventsRepeated += 1
            return
        }
        counters.signalsReceived += 1
        emit([.signal(signal)])
    }

    // MARK: Long polls

    /// Sends the next long poll.
    mutating func poll() {
        guard case .connected(let member) = phase, member.usesPolling else { return }
        counters.requests += 1
        counters.polls += 1
        _ = update { [now] in $0.pollSentAt = now }
        act(.poll(member.access, wait: Self.pollWait, after: member.position))
    }

    mutating func pollAgain() { poll() }

    mutating func polled(_ result: Result<PollAnswer, SessionFailure>) {
        guard member != nil else { return unexpected("the answer to a long poll") }
        switch result {
        case .failure(let failure): eventsFailed(failure)
        case .success(let answer):
            guard answer.epoch == member?.epoch else {
                return eventsBroken("a long poll's answer has another epoch")
            }
            _ = update { [now] member in
                member.lastByte = now
                member.eventStream = .open
            }
            cancelTimers([.opening])
            switch phase {
            case .connecting, .reconnecting:
                confirm()
                handle(answer)
            case .connected: handle(answer)
            case .disconnecting:
                for event in answer.events { arrived(event) }
            case .notConnected, .failed: unexpected("the answer to a long poll")
            }
        }
    }

    private mutating func handle(_ answer: PollAnswer) {
        let sent = member?.pollSentAt ?? now
        for event in answer.events {
            guard case .connected = phase else { return }
            handle(event)
        }
        guard case .connected = phase else { return }
        if answer.events.isEmpty, now - sent < Self.shortPoll {
            act(.setTimer(.poll, Self.shortPoll))
        } else {
            poll()
        }
    }

    // MARK: Failures

    /// The server broke the protocol: the event stream is closed.
    mutating func eventsBroken(_ flaw: String) {
        act(.cancel(.events))
        cancelTimers([.opening, .hello, .poll])
        eventsFailed(.unintelligible(flaw))
    }

    /// The event stream or a long poll failed.
    mutating func eventsFailed(_ failure: SessionFailure) {
        switch phase {
        case .connecting(let connecting):
            guard let member = connecting.member else { return unexpected("an event stream's end") }
            act(.cancelTimer(.hello))
            if case .awaitingHello = member.eventStream, failure.mayBeProxy { return fallBack() }
            connectFailed(failure.connectError)
        case .connected: lose(failure)
        case .reconnecting: attemptFailed(failure)
        case .disconnecting: break
        case .notConnected, .failed: unexpected("an event stream's end")
        }
    }
}

extension SessionFailure {
    /// Whether a proxy that does not pass a stream on may be the cause.
    fileprivate var mayBeProxy: Bool {
        switch self {
        case .ended, .network: true
        case .refused, .unintelligible: false
        }
    }
}
