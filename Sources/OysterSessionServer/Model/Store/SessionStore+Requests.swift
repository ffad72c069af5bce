// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

extension SessionStore {
    /// `POST …/requests`: executes requests, acknowledges events, counts as a ping.
    package mutating func post(
        session: String,
        connection: String,
        authorization: String?,
        body: [UInt8],
        at time: StoreTime
    ) -> Outcome<PostAnswer> {
        outcome { store, effects throws(Refusal) in
            let key = try store.authorised(session, connection, authorization)
            let batch = try RequestBatch(body, store.configuration.limits)
            guard let stored = store.state[key], stored.isVisible else {
                throw .conflict("The connection has not opened its event stream.")
            }
            store.activities[key]?.lastPost = time.now
            let next = stored.nextRequest
            try SessionStore.checkNumbers(batch.requests, stored)
            try store.acknowledge(batch.lastEvent, of: stored, key, &effects, at: time)
            let answers = try store.execute(batch.requests, key, &effects, at: time)
            return PostAnswer(
                answers: answers,
                nextRequest: max(next, answers.last.map { $0.number + 1 } ?? next),
                resumeTicket: store.dueTicket(for: key, at: time)
            )
        }
    }

    /// Refuses a batch whose numbers do not continue what was executed, or are too old.
    private static func checkNumbers(
        _ requests: [ClientRequest],
        _ connection: StoredConnection
    ) throws(Refusal) {
        guard let first = requests.first?.number else { return }
        let isConsecutive = requests.enumerated().allSatisfy { $1.number == first + $0 }
        guard isConsecutive, first <= connection.nextRequest else {
            var refusal = Refusal.conflict("A request number is missing.")
            refusal.nextRequest = connection.nextRequest
            throw refusal
        }
        guard first == connection.nextRequest || connection.answer(to: first) != nil else {
            throw .malformed("The answer to request \(first) is not stored any more.")
        }
    }

    private mutating func acknowledge(
        _ position: EventPosition?,
        of connection: StoredConnection,
        _ key: ConnectionKey,
        _ effects: inout Effects,
        at time: StoreTime
    ) throws(Refusal) {
        let backlog = connection.backlog
        guard let position, position.epoch == connection.epoch, !backlog.isDropped else { return }
        guard position.number <= backlog.newest else {
            throw .malformed("lastEvent was not sent yet.")
        }
        guard position.number > backlog.acknowledged else { return }
        try commit(.acknowledged(key, through: position.number), &effects, at: time)
    }

    /// Executes requests until one ends the connection; 429 when the rate is exceeded.
    private mutating func execute(
        _ requests: [ClientRequest],
        _ key: ConnectionKey,
        _ effects: inout Effects,
        at time: StoreTime
    ) throws(Refusal) -> [StoredAnswer] {
        var answers: [StoredAnswer] = []
        for request in requests {
            guard let stored = state[key] else { break }
            if let answer = stored.answer(to: request.number) {
                counters.repeats += 1
                answers.append(answer)
                continue
            }
            let cost = cost(of: request)
            if let wait = activities[key]?.rate.take(cost, at: time.now, configuration.limits) {
                counters.rateLimited += 1
                throw tooMany(wait, answers, stored.nextRequest)
            }
            let decision = decide(request, key, at: time)
            let record = JournalRecord.executed(key, number: request.number, decision.request)
            if let answer = try commit(record, &effects, at: time) { answers.append(answer) }
            if let report = decision.report { effects.reports.append(report) }
            count(decision.request)
        }
        return answers
    }

    private mutating func count(_ request: ExecutedRequest) {
        counters.requests += 1
        switch request {
        case .signal: counters.signals += 1
        case .refused(let code, _): counters.refusals[code.rawValue, default: 0] += 1
        case .forceMuteAll, .disableForceMute, .forceMuteStream, .forceDisconnect, .reportIssue,
            .leave, .none:
            break
        }
    }

    private func cost(of request: ClientRequest) -> Int {
        if SameText.isSame(request.op, "none") || SameText.isSame(request.op, "leave") { return 0 }
        let isReport = SameText.isSame(request.op, "reportIssue")
        return isReport ? configuration.limits.reportCost : 1
    }

    private func tooMany(_ wait: Duration, _ answers: [StoredAnswer], _ next: Int) -> Refusal {
        var refusal = Refusal(429, .invalid, "Too many requests.")
        refusal.retryAfterMs = Int(wait.wholeMilliseconds) + 1
        refusal.answers = answers
        refusal.nextRequest = next
        return refusal
    }

    /// A new ticket when the newest one is half used up.
    private mutating func dueTicket(for key: ConnectionKey, at time: StoreTime) -> Secret? {
        guard let activity = activities[key] else { return nil }
        let half = configuration.limits.ticketTime.wholeMilliseconds / 2
        if let issued = activity.ticketMs, (0..<half).contains(time.wallMs &- issued) { return nil }
        return newTicket(for: key, at: time)
    }
}
