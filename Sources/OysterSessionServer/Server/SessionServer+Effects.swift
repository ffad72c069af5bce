// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterThreading

extension SessionServer {
    /// Performs what a call of the model asks for, before its answer is sent.
    func perform(_ effects: Effects) {
        journal?.append(effects.records)
        for report in effects.reports { keep(report) }
        for fact in effects.facts { write(fact) }
        for stream in effects.ready { isReady(stream) }
        for ended in effects.ended { end(ended) }
    }

    /// The answer of a call of the model, after its effects.
    func result<Answer>(_ outcome: Outcome<Answer>) throws(Refusal) -> Answer {
        perform(outcome.effects)
        return try outcome.answer.get()
    }

    private func write(_ fact: ConnectionFact) {
        switch fact {
        case .lost(let key):
            log.write("lost", [("session", key.session), ("connection", key.connection)])
        case .over(let key, let reason):
            log.write(
                "end",
                [
                    ("session", key.session), ("connection", key.connection),
                    ("reason", reason.rawValue),
                ]
            )
        }
    }

    private func keep(_ report: IssueReport) {
        figures.reports += 1
        log.write("issue", [("id", report.id), ("connection", report.connection)])
        guard let issues else { return }
        do throws(IssueFolder.Failure) {
            try issues.store(report)
        } catch {
            figures.lostReports += 1
            log.write("issue", [("id", report.id)], error.message)
        }
    }

    private func isReady(_ id: EventStreamID) {
        if streams.open[id] != nil {
            if streams.open[id]?.readySince == nil {
                streams.open[id]?.readySince = SystemClock.monotonic
            }
            streams.open[id]?.body.exchange.wake()
        } else if let poll = streams.polls[id] {
            answerPoll(id, poll, takeForPoll(id))
        }
    }

    private func end(_ ended: EndedEventStream) {
        if let stream = streams.open.removeValue(forKey: ended.stream) {
            streams.ending[ObjectIdentifier(stream.body)] = stream.body
            stream.body.end(after: ended.last)
        } else if let poll = streams.polls[ended.stream] {
            answerPoll(ended.stream, poll, ended.last)
        }
    }

    /// The events for the answer to a long poll.
    func takeForPoll(_ id: EventStreamID) -> [WaitingEvent] {
        let events = store.takeEvents(id, count: 64, bytes: 1 << 20)
        figures.delivered += events.count
        return events
    }

    /// Answers a long poll, and closes its event stream.
    func answerPoll(_ id: EventStreamID, _ poll: EventStreams.Poll, _ events: [WaitingEvent]) {
        streams.polls[id] = nil
        close(id)
        poll.exchange.send(.events(events, epoch: poll.epoch))
    }

    /// Reports to the model that an event stream is closed.
    ///
    /// Not while the server ends: no connection is lost because of that.
    func close(_ stream: EventStreamID) {
        if ending == nil { perform(store.closeEvents(stream, at: .now)) }
    }

    /// Sends the comment lines that are due.
    func sendHeartbeats(at now: Duration) {
        for (id, stream) in streams.open where now >= stream.nextHeartbeat {
            streams.open[id]?.nextHeartbeat = now + settings.heartbeat
            stream.body.sendHeartbeat()
        }
    }
}

extension SessionServer: EventStreamBody.Owner {
    func take(_ stream: EventStreamID, count: Int, bytes: Int) -> [WaitingEvent] {
        let events = store.takeEvents(stream, count: count, bytes: bytes)
        if let since = streams.open[stream]?.readySince {
            let delay = SystemClock.monotonic - since
            for _ in events { figures.delay.add(delay) }
            // What waits behind a slow client is not the server's delay any more.
            streams.open[stream]?.readySince = nil
        }
        figures.delivered += events.count
        return events
    }

    func closed(_ body: EventStreamBody) {
        streams.ending[ObjectIdentifier(body)] = nil
        if streams.open.removeValue(forKey: body.stream) != nil { close(body.stream) }
    }
}

extension HTTPAnswer {
    /// The answer to a long poll.
    static func events(_ events: [WaitingEvent], epoch: String) -> HTTPAnswer {
        var answer = HTTPAnswer(status: 200, body: EventText.poll(events, epoch: epoch))
        answer.headers = [("Cache-Control", "no-store")]
        return answer
    }
}
