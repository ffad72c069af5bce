// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The loss of a connection, and its return or end.
extension SessionMachine.State {
    private static let firstDelay: Duration = .milliseconds(200)
    private static let longestDelay: Duration = .seconds(2)
    /// After so many losses in a row that the server's mistakes caused, the ticket is used; after so
    /// many the session fails.
    private static let (lossesBeforeResume, mostLosses) = (3, 6)

    mutating func lose(_ cause: String) { lose(.unintelligible(cause), isFutile: false) }

    mutating func lose(_ failure: SessionFailure) {
        lose(failure, isFutile: failure.isMistake)
    }

    /// The connection is lost, or over if the server says so.
    ///
    /// `isFutile` states that a reconnect alone may lead to the same failure.
    mutating func lose(_ failure: SessionFailure, isFutile: Bool) {
        guard case .connected(var member) = phase else { return unexpected("a loss") }
        if let reason = failure.end { return over(reason) }
        if isFutile, countFutileLoss(&member.futileLosses, failure) { return }
        let mustResume = failure.wantsResume || member.futileLosses >= Self.lossesBeforeResume
        log("the connection is lost: \(failure.cause)", .warning)
        act(.cancel(.events))
        act(.cancel(.post))
        cancelTimers([.idle, .ping, .hello, .poll, .retry])
        member.eventStream = .closed
        // The network may be another one afterwards.
        member.usesPolling = false
        member.isPosting = false
        member.pausedUntil = nil
        let delay = Self.delay(after: member.losses)
        member.losses += 1
        let withdrawn = member.queue.withdraw()
        let deadline = max(member.lastByte, member.lastAnswer) + member.times.grace
        move(
            to: .reconnecting(
                SessionMachine.Outage(member: member, deadline: deadline, mustResume: mustResume)
            )
        )
        finish(withdrawn: withdrawn)
        act(.emit(.reconnecting))
        guard deadline > now else { return gracePassed() }
        act(.setTimer(.grace, deadline - now))
        act(.setTimer(.reconnect, max(delay, failure.retryAfter ?? .zero)))
    }

    /// The delay of the next attempt after a number of losses or attempts without success.
    private static func delay(after count: Int) -> Duration {
        min(firstDelay * (1 << min(count, 6)), longestDelay)
    }

    /// Counts a loss that the server's mistake caused; true when the session has failed with it.
    private mutating func countFutileLoss(_ count: inout Int, _ failure: SessionFailure) -> Bool {
        count += 1
        guard count >= Self.mostLosses else { return false }
        breakOff(failure.cause)
        return true
    }

    // MARK: Attempts

    mutating func reconnectDue() {
        guard case .reconnecting(let outage) = phase else { return unexpected("a reconnect") }
        guard outage.mustResume else { return openEvents() }
        counters.requests += 1
        act(
            .resume(
                ticket: outage.member.ticket,
                connectionId: outage.member.connection.id,
                nextRequest: outage.member.queue.firstOpen
            )
        )
    }

    /// An attempt to open the event stream failed.
    mutating func attemptFailed(_ failure: SessionFailure) {
        guard case .reconnecting(var outage) = phase else { return unexpected("an attempt") }
        if let reason = failure.end { return over(reason) }
        if case .unintelligible = failure,
            countFutileLoss(&outage.member.futileLosses, failure)
        {
            return
        }
        outage.member.eventStream = .closed
        outage.member.usesPolling = false
        outage.mustResume =
            outage.mustResume || failure.wantsResume
            || outage.member.futileLosses >= Self.lossesBeforeResume
        retry(outage, failure)
    }

    private mutating func retry(_ outage: SessionMachine.Outage, _ failure: SessionFailure) {
        var outage = outage
        cancelTimers([.opening, .hello])
        let delay = Self.delay(after: outage.attempts)
        outage.attempts += 1
        phase = .reconnecting(outage)
        log("the connection is not restored yet: \(failure.cause)", .debug)
        act(.setTimer(.reconnect, max(delay, failure.retryAfter ?? .zero)))
    }

    mutating func resumed(_ result: Result<ConnectAnswer, SessionFailure>) {
        guard case .reconnecting(var outage) = phase else {
            return unexpected("the answer to a resume")
        }
        switch result {
        case .failure(let failure):
            if let reason = failure.endAfterResume { return over(reason) }
            retry(outage, failure)
        case .success(let answer):
            guard answer.connection.id == outage.member.connection.id else {
                return attemptFailed(.unintelligible("a resume gave another connection"))
            }
            guard outage.member.queue.rebase(answer.nextRequest) else {
                return breakOff("a resume names the request \(answer.nextRequest)")
            }
            outage.member.resume(answer, at: now)
            outage.mustResume = false
            outage.snapshot = answer.snapshot
            phase = .reconnecting(outage)
            counters.resumes += 1
            openEvents()
        }
    }

    /// The event stream is open again.
    mutating func restore() {
        guard case .reconnecting(let outage) = phase else { return }
        cancelTimers([.grace, .opening, .hello])
        move(to: .connected(outage.member))
        counters.reconnects += 1
        act(.emit(.reconnected))
        if let snapshot = outage.snapshot { adopt(snapshot) }
        startWatching()
    }

    // MARK: The end

    mutating func gracePassed() {
        guard case .reconnecting(let outage) = phase else { return unexpected("the grace time") }
        let grace = outage.member.times.grace.wholeMilliseconds
        let cause = "nothing came from the session server for \(grace) ms"
        fail(OysterSDKError(OysterErrorCode.sessionConnectionDropped, cause: cause))
    }

    /// The server ended the connection.
    mutating func over(_ reason: OysterSessionReason) {
        switch reason {
        case .lost:
            let cause = "the session server has ended the connection"
            fail(OysterSDKError(OysterErrorCode.sessionConnectionDropped, cause: cause))
        case .client, .forced, .server, .unpublished, .unknown:
            let withdrawn = close()
            move(to: .notConnected)
            finish(withdrawn: withdrawn)
            act(.emit(.disconnected(reason)))
        }
    }

    /// The server broke the protocol in a way that a reconnect does not mend.
    mutating func breakOff(_ flaw: String) {
        fail(OysterSDKError(OysterErrorCode.sessionInternal, cause: flaw))
    }

    private mutating func fail(_ error: OysterSDKError) {
        let withdrawn = close()
        move(to: .failed)
        finish(withdrawn: withdrawn)
        act(.emit(.failed(error)))
        act(.emit(.disconnected(.lost)))
    }

    /// Stops all requests and timers; returns the requests that are not sent any more.
    mutating func close() -> [LaneRequest] {
        for name in [SessionRequestName.events, .post, .resume] { act(.cancel(name)) }
        cancelTimers([
            .opening, .hello, .idle, .ping, .poll, .retry, .reconnect, .grace, .leave,
        ])
        return update { $0.queue.withdraw(all: true) } ?? []
    }
}

extension SessionMachine.Member {
    /// Takes what a resume changed.
    mutating func resume(_ answer: ConnectAnswer, at now: Duration) {
        access = answer.access
        ticket = answer.ticket
        epoch = answer.epoch
        capabilities = answer.capabilities
        times = answer.times
        lastEvent = answer.snapshot.upTo
        postedEvent = lastEvent
        acknowledged = lastEvent
        unacknowledgedBytes = 0
        lastAnswer = now
    }
}

extension SessionFailure {
    /// Whether a reconnect alone may lead to the same failure.
    var isMistake: Bool {
        switch self {
        case .unintelligible: true
        case .refused(let refusal): [400, 403, 405, 409, 413, 431].contains(refusal.status)
        case .network, .ended: false
        }
    }

    /// Why the connection is over, if the server says so.
    var end: OysterSessionReason? {
        guard case .refused(let refusal) = self, refusal.status == 410,
            refusal.mayResume == false
        else { return nil }
        return refusal.reason == .unknown ? .lost : refusal.reason
    }

    /// Why the connection is over after this answer to a resume; nil when another try may succeed.
    var endAfterResume: OysterSessionReason? {
        guard case .refused(let refusal) = self else { return nil }
        switch refusal.status {
        case 400, 401, 403, 404, 405, 413, 431: return .lost
        case 410: return end ?? .lost
        default: return nil
        }
    }

    /// Whether only the ticket can restore the connection.
    var wantsResume: Bool {
        guard case .refused(let refusal) = self else { return false }
        return [401, 404, 410].contains(refusal.status)
    }

    var retryAfter: Duration? {
        if case .refused(let refusal) = self { refusal.retryAfter } else { nil }
    }
}
