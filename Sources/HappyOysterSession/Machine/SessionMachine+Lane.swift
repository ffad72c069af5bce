// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The request lane: signals, operations of a moderator, reports, pings.
extension SessionMachine.State {
    private static let usualPause: Duration = .seconds(1)
    private static let shortestPause: Duration = .milliseconds(10)

    mutating func submit(_ request: LaneRequest) throws(OysterSDKError) {
        let operation = request.operation ?? .sendSignal
        guard let member = connectedMember else {
            throw refusal(OysterErrorCode.sessionNotConnected, operation)
        }
        if let code = member.refusal(of: request) { throw refusal(code, operation) }
        if case .reconnecting = phase, !request.survivesLoss {
            throw refusal(
                OysterErrorCode.sessionNotConnected,
                operation,
                cause: "the status is \(status.rawValue)"
            )
        }
        guard update({ $0.queue.append(request) }) == true else {
            let (requests, bytes) = (RequestQueue.mostRequests, RequestQueue.mostBytes)
            let cause = "\(requests) requests or \(bytes) bytes of them wait"
            throw refusal(OysterErrorCode.limitReached, operation, cause: cause)
        }
        if case .signal = request { counters.signalsSubmitted += 1 }
        pump()
    }

    mutating func reportIssue(_ operation: OperationID) throws(OysterSDKError) {
        guard case .connected = phase else {
            throw refusal(OysterErrorCode.sessionNotConnected, .reportIssue)
        }
        try submit(.reportIssue(operation, report))
    }

    /// What a report states: own statuses and statistics, without secrets and content.
    private var report: JSONValue {
        [
            "library": .string(LibraryVersion.userAgent),
            "statuses": .array(
                history.map { entry in
                    [
                        "status": .string(entry.status.rawValue),
                        "msAgo": .integer((now - entry.time).wholeMilliseconds),
                    ]
                }
            ),
            "statistics": .object(statistics),
        ]
    }

    // MARK: Posts

    /// Posts what waits, unless a post is in flight.
    mutating func pump() {
        switch phase {
        case .connected, .disconnecting: break
        case .notConnected, .connecting, .reconnecting, .failed: return
        }
        guard let member, !member.isPosting else { return }
        let isPaused = member.pausedUntil.map { $0 > now } ?? false
        if !isPaused, !member.queue.isEmpty {
            post(update { $0.queue.batch() } ?? [])
        } else if member.mustAcknowledge {
            post([])
        }
    }

    private mutating func post(_ batch: [NumberedRequest]) {
        let sent = update { member in
            member.isPosting = true
            member.hasPostedRequests = !batch.isEmpty
            member.postedEvent = member.lastEvent
            return (member.access, member.position, member.pingInterval)
        }
        guard let (access, position, interval) = sent else { return }
        counters.requests += 1
        counters.posts += 1
        act(.post(access, batch, handled: position))
        act(.setTimer(.ping, interval))
    }

    mutating func pingDue() {
        guard case .connected(let member) = phase, !member.isPosting else { return }
        post([])
    }

    /// The pause that the server asked for has passed.
    mutating func pausePassed() {
        _ = update { $0.pausedUntil = nil }
        pump()
    }

    // MARK: Answers

    mutating func posted(_ result: Result<LaneAnswer, SessionFailure>) {
        switch phase {
        case .connected, .disconnecting: break
        case .notConnected, .connecting, .reconnecting, .failed:
            return unexpected("the answer to a post")
        }
        let open = member?.queue.firstOpen
        _ = update { $0.isPosting = false }
        switch result {
        case .success(let answer): answered(answer, from: open)
        case .failure(.refused(let refusal)) where refusal.status == 429: paused(refusal)
        case .failure(.refused(let refusal)) where [400, 413, 431].contains(refusal.status):
            postRefused(refusal)
        case .failure(.refused(let refusal))
        where refusal.status == 409 && refusal.nextRequest != nil:
            renumber(refusal)
        case .failure(let failure): postFailed(failure)
        }
    }

    private mutating func answered(_ answer: LaneAnswer, from open: Int?) {
        settle(answer)
        if let member, member.hasPostedRequests, member.queue.hasSent,
            member.queue.firstOpen == open
        {
            let flaw = "the session server answered a post without an answer to its requests"
            return postFailed(.unintelligible(flaw))
        }
        afterPost()
    }

    /// Takes the answers to requests.
    private mutating func settle(_ answer: LaneAnswer) {
        _ = update { [now] member in
            member.lastAnswer = now
            member.losses = 0
            member.acknowledged = max(member.acknowledged, member.postedEvent)
            if member.lastEvent == member.acknowledged { member.unacknowledgedBytes = 0 }
            if let ticket = answer.ticket { member.ticket = ticket }
        }
        for item in answer.items {
            guard let request = update({ $0.queue.answered(item.number) }) ?? nil else { continue }
            settle(request, item)
        }
        guard let next = answer.nextRequest else { return }
        for request in update({ $0.queue.executed(below: next) }) ?? [] {
            settle(request, LaneAnswer.Item(number: 0))
        }
    }

    private mutating func settle(_ request: LaneRequest, _ item: LaneAnswer.Item) {
        _ = update { $0.futileLosses = 0 }
        guard let operation = request.operation else { return }
        counters.operationsSent += 1
        if item.refusal != nil { counters.operationsRefused += 1 }
        if case .reportIssue(let id, _) = request {
            let error = item.refusal?.error(operation)
            let unknown = refusal(
                OysterErrorCode.sessionInternal,
                operation,
                cause: "the answer has no issueId"
            )
            let result = item.issueId.map { OperationResult.issueReported(id: $0) }
            act(.complete(id, result.map { .success($0) } ?? .failure(error ?? unknown)))
        } else if let refusal = item.refusal {
            act(.emit(.error(refusal.error(operation))))
        }
    }

    /// Too many requests: the rest waits as long as the server says; pings continue.
    private mutating func paused(_ refusal: SessionRefusal) {
        if let answer = refusal.answer { settle(answer) }
        let pause = max(refusal.retryAfter ?? Self.usualPause, Self.shortestPause)
        _ = update { [now] in $0.pausedUntil = now + pause }
        act(.setTimer(.retry, pause))
    }

    /// The server refused a whole post: finds the request to blame by posting one at a time.
    private mutating func postRefused(_ refusal: SessionRefusal) {
        switch update({ $0.queue.refusePost() }) {
        case .split?: pump()
        case .withdrawn(let request)?:
            settle(request, LaneAnswer.Item(number: 0, refusal: refusal))
            afterPost()
        case .nothingSent?, nil: postFailed(.refused(refusal))
        }
    }

    /// The server expects another number.
    private mutating func renumber(_ refusal: SessionRefusal) {
        let next = refusal.nextRequest ?? 0
        let isGap = member.map { next < $0.queue.firstOpen } ?? false
        guard isGap, update({ $0.queue.rebase(next) }) == true else {
            return postFailed(.unintelligible("the session server expects the request \(next)"))
        }
        pump()
    }

    private mutating func postFailed(_ failure: SessionFailure) {
        if case .disconnecting = phase { return leavePostFailed(failure) }
        lose(failure)
    }

    private mutating func afterPost() {
        if case .disconnecting(let leaving) = phase, leaving.member.queue.isEmpty {
            return finishLeaving(.client)
        }
        pump()
    }

    /// Counts signals that are not sent, and completes reports that are not sent.
    mutating func finish(withdrawn: [LaneRequest]) {
        for request in withdrawn {
            switch request {
            case .signal: counters.signalsWithdrawn += 1
            case .reportIssue(let operation, _):
                let error = refusal(OysterErrorCode.sessionNotConnected, .reportIssue)
                act(.complete(operation, .failure(error)))
            case .forceMuteAll, .disableForceMute, .forceMuteStream, .forceDisconnect, .leave,
                .none:
                break
            }
        }
    }
}

extension SessionMachine.Member {
    /// The code with which the role or the session refuses a request, or nil.
    fileprivate func refusal(of request: LaneRequest) -> Int? {
        switch request {
        case .signal: capabilities.canSignal ? nil : OysterErrorCode.sessionUnableToSignal
        case .forceMuteAll, .disableForceMute:
            capabilities.canForceMute ? nil : OysterErrorCode.sessionUnableToForceMute
        case .forceMuteStream(let id):
            if !capabilities.canForceMute {
                OysterErrorCode.sessionUnableToForceMute
            } else {
                roster.hasStream(id) ? nil : OysterErrorCode.sessionInvalidStream
            }
        case .forceDisconnect:
            capabilities.canForceDisconnect
                ? nil : OysterErrorCode.sessionUnableToForceDisconnect
        case .reportIssue, .leave, .none: nil
        }
    }
}
