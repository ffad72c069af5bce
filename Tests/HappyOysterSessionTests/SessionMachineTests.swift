// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import HappyOysterSession

/// The rules of a session that a single input does not show.
@Suite struct SessionMachineTests {
    // MARK: Connect

    @Test(
        arguments: [
            (.refused(SessionRefusal(status: 401, code: 1004)), 1004),
            (.refused(SessionRefusal(status: 404, code: 1005)), 1005),
            (.refused(SessionRefusal(status: 409, code: 1027)), 1027),
            (.refused(SessionRefusal(status: 403, code: 6000)), 6000),
            (.refused(SessionRefusal(status: 503, code: 1503)), 1503),
            (.refused(SessionRefusal(status: 503)), 1023),
            (.refused(SessionRefusal(status: 502)), 1006),
            (.refused(SessionRefusal(status: 429, code: 1011)), 1023),
            (.network(.transport("no route")), 1006),
            (.network(HTTPFailure(.transport, "refused", isRefused: true)), 1023),
            (.network(.timedOut), 1021), (.unintelligible("html"), 1006), (.ended, 1006),
        ] as [(SessionFailure, Int)]
    )
    func `a failed connect has the code of its cause, and can be repeated`(
        failure: SessionFailure,
        code: Int
    ) {
        let bench = MachineBench.in(.connecting)
        _ = bench.take()
        bench.handle(.connectAnswered(.failure(failure)))
        #expect(bench.actions.completions == [1: code])
        let notices = bench.actions.notices
        #expect(notices.first == .statusChanged(.notConnected))
        guard case .failed(let error)? = notices.last else {
            Issue.record("no failure")
            return
        }
        #expect(error.code == code)
        #expect(notices.count == 2)
        #expect(bench.call(.connect) == nil)
    }

    @Test func `a connect takes its bound at most, and then leaves what it has`() {
        let bench = MachineBench.in(.answered)
        #expect(bench.take().delay(of: .connect) == .seconds(30))
        bench.handle(.timer(.connect))
        #expect(bench.actions.completions == [1: 1021])
        let access = MachineBench.answer().access
        #expect(bench.actions.contains(.abandon(access, nextRequest: 1)))
        #expect(bench.machine.isOver)
    }

    @Test func `a disconnect during a connect aborts it without disconnected`() {
        for situation in [MachineBench.Situation.connecting, .answered] {
            let bench = MachineBench.in(situation)
            _ = bench.take()
            #expect(bench.call(.disconnect) == nil)
            #expect(bench.actions.completions == [1: 109_006, 2: 0])
            #expect(bench.actions.notices == [.statusChanged(.notConnected)])
        }
    }

    @Test(arguments: [false, true])
    func `without hello 3 s after the request long polls replace the event stream`(opens: Bool) {
        let bench = MachineBench.in(.answered)
        #expect(bench.take().delay(of: .hello) == .seconds(3))
        if opens { bench.handle(.streamOpened) }
        _ = bench.take()
        bench.handle(.timer(.hello))
        let access = MachineBench.answer().access
        #expect(bench.actions.contains(.poll(access, wait: .zero, after: nil)))
        _ = bench.take()
        let event = PlacedEvent(EventPosition(epoch: "e", number: 1), .muteForced(isActive: true))
        bench.handle(.polled(.success(PollAnswer(epoch: "e", events: [event]))))
        #expect(bench.machine.status == .connected)
        #expect(bench.actions.notices.last == .muteForced(isActive: true))
        let after = EventPosition(epoch: "e", number: 1)
        #expect(bench.actions.contains(.poll(access, wait: .seconds(20), after: after)))
        _ = bench.take()
        // An empty answer at once does not become a fast loop.
        bench.handle(.polled(.success(PollAnswer(epoch: "e", events: []))))
        #expect(bench.actions == [.cancelTimer(.opening), .setTimer(.poll, .milliseconds(500))])
    }

    @Test func `the snapshot of a connect is reported after connected`() {
        var snapshot = SessionSnapshot()
        snapshot.connections = [MachineBench.connection("own"), MachineBench.connection("c")]
        snapshot.streams = [
            MachineBench.stream("mine", of: "own"), MachineBench.stream("s", of: "c"),
        ]
        snapshot.isMuteForced = true
        let bench = MachineBench.in(.connecting)
        bench.handle(.connectAnswered(.success(MachineBench.answer(snapshot))))
        bench.handle(.streamOpened)
        _ = bench.take()
        bench.handle(.hello(HelloEvent(epoch: "e")))
        #expect(
            bench.actions.notices.dropFirst(2) == [
                .connectionCreated(MachineBench.connection("c")),
                .streamCreated(MachineBench.stream("s", of: "c")), .muteForced(isActive: true),
            ]
        )
        #expect(bench.machine.membership?.streams.map(\.id) == ["s"])
    }

    // MARK: Events

    @Test func `a gap, another epoch and an event before hello close the event stream`() {
        let gap = MachineBench.event(2, .ignored)
        let other = MachineBench.event(1, .ignored, epoch: "x")
        for input in [gap, other] {
            let bench = MachineBench.in(.connected)
            _ = bench.take()
            bench.handle(input)
            #expect(bench.actions.contains(.cancel(.events)))
            #expect(bench.machine.status == .reconnecting)
        }
    }

    @Test func `a server that repeats its mistake ends the session with 2000`() {
        let bench = MachineBench.in(.connected)
        var losses = 0
        while bench.machine.status == .connected, losses < 20 {
            bench.handle(MachineBench.event(9, .ignored))
            losses += 1
            guard bench.machine.status == .reconnecting else { break }
            bench.handle(.timer(.reconnect))
            if case .resume? = bench.actions.last {
                bench.handle(.resumed(.success(MachineBench.answer())))
            }
            bench.handle(.streamOpened)
            bench.handle(.hello(HelloEvent(epoch: "e")))
        }
        #expect(bench.machine.status == .failed)
        #expect(losses == 6)
        guard case .failed(let error)? = bench.take().notices.dropLast().last else {
            Issue.record("no failure")
            return
        }
        #expect(error.code == 2000)
    }

    @Test func `a destroyed connection takes its streams with it`() {
        let bench = MachineBench.in(.connected)
        let (connection, stream) = (
            MachineBench.connection("c"), MachineBench.stream("s", of: "c")
        )
        bench.handle(MachineBench.event(1, .connectionCreated(connection)))
        bench.handle(MachineBench.event(2, .streamCreated(stream)))
        _ = bench.take()
        bench.handle(MachineBench.event(3, .connectionDestroyed(connection, .lost)))
        #expect(
            bench.actions.notices == [
                .streamDestroyed(stream, .lost), .connectionDestroyed(connection, .lost),
            ]
        )
        _ = bench.take()
        bench.handle(MachineBench.event(4, .streamDestroyed(stream, .lost)))
        #expect(bench.actions.notices == [])
    }

    @Test func `handled events are acknowledged early when they are many`() {
        let bench = MachineBench.in(.connected)
        _ = bench.take()
        for number in 1...99 { bench.handle(MachineBench.event(number, .ignored)) }
        #expect(bench.actions.batch == nil)
        bench.handle(MachineBench.event(100, .ignored))
        let access = MachineBench.answer().access
        let handled = EventPosition(epoch: "e", number: 100)
        #expect(bench.actions.contains(.post(access, [], handled: handled)))
    }

    // MARK: Loss

    @Test func `an event stream without bytes for 11 s is lost, not before`() {
        let bench = MachineBench.in(.connected)
        #expect(bench.take().delay(of: .idle) == .seconds(11))
        bench.now += .seconds(4)
        bench.handle(.received(bytes: 3))
        bench.now += .seconds(7)
        bench.handle(.timer(.idle))
        #expect(bench.take().delay(of: .idle) == .seconds(4))
        bench.now += .seconds(4)
        bench.handle(.timer(.idle))
        #expect(bench.machine.status == .reconnecting)
        // 9 s of the grace time of 20 s remain: it began with the last byte.
        #expect(bench.actions.delay(of: .grace) == .seconds(9))
        #expect(bench.actions.delay(of: .reconnect) == .milliseconds(200))
    }

    @Test func `attempts to reconnect have growing delays up to 2 s`() {
        let bench = MachineBench.in(.reconnecting)
        var delays: [Int64] = []
        for _ in 0..<7 {
            bench.handle(.timer(.reconnect))
            bench.handle(.streamEnded(.network(.transport("down"))))
            delays.append(bench.take().delay(of: .reconnect)?.wholeMilliseconds ?? 0)
        }
        #expect(delays == [200, 400, 800, 1600, 2000, 2000, 2000])
    }

    @Test func `Retry-After of a refusal delays the next attempt`() {
        var refusal = SessionRefusal(status: 503)
        refusal.retryAfter = .seconds(3)
        let bench = MachineBench.in(.reconnecting)
        bench.handle(.timer(.reconnect))
        bench.handle(.streamEnded(.refused(refusal)))
        #expect(bench.actions.delay(of: .reconnect) == .seconds(3))
    }

    @Test(arguments: [401, 404, 410])
    func `a refused event stream is resumed with the ticket`(status: Int) {
        let bench = MachineBench.in(.connected)
        _ = bench.call(.signal)
        bench.handle(.streamEnded(.refused(SessionRefusal(status: status))))
        _ = bench.take()
        bench.handle(.timer(.reconnect))
        #expect(
            bench.actions
                == [.resume(ticket: Secret("ticket"), connectionId: "own", nextRequest: 1)]
        )
    }

    @Test(
        arguments: [
            (.lost, .failed, .lost), (.unknown, .failed, .lost), (.forced, .notConnected, .forced),
            (.server, .notConnected, .server), (.client, .notConnected, .client),
        ] as [(OysterSessionReason, OysterConnectionStatus, OysterSessionReason)]
    )
    func `410 without resume ends the connection with its reason`(
        stated: OysterSessionReason,
        status: OysterConnectionStatus,
        reason: OysterSessionReason
    ) {
        var refusal = SessionRefusal(status: 410, code: 1022)
        refusal.mayResume = false
        refusal.reason = stated
        for situation in [MachineBench.Situation.connected, .reconnecting] {
            let bench = MachineBench.in(situation)
            _ = bench.take()
            bench.handle(.streamEnded(.refused(refusal)))
            #expect(bench.machine.status == status)
            let notices = bench.actions.notices
            #expect(notices.first == .statusChanged(status))
            #expect(notices.last == .disconnected(reason))
            #expect(notices.count == (status == .failed ? 3 : 2))
        }
    }

    @Test func `a resume reports what changed meanwhile, ends first`() {
        var before = SessionSnapshot()
        before.connections = ["a", "b"].map(MachineBench.connection)
        before.streams = [
            MachineBench.stream("sa", of: "a"), MachineBench.stream("sb", of: "b"),
        ]
        var after = SessionSnapshot()
        after.connections = ["b", "c"].map(MachineBench.connection)
        after.streams = [
            MachineBench.stream("sb", of: "b", hasAudio: false), MachineBench.stream("sc", of: "c"),
        ]
        after.isMuteForced = true
        let bench = resumed(from: before, to: after)
        #expect(
            bench.take().notices == [
                .statusChanged(.connected), .reconnected,
                .streamDestroyed(MachineBench.stream("sa", of: "a"), .unknown),
                .connectionDestroyed(MachineBench.connection("a"), .unknown),
                .connectionCreated(MachineBench.connection("c")),
                .streamChanged(MachineBench.stream("sb", of: "b", hasAudio: false), [.hasAudio]),
                .streamCreated(MachineBench.stream("sc", of: "c")), .muteForced(isActive: true),
            ]
        )
        // Events of the former epoch are not believed, those of the new one are.
        bench.handle(MachineBench.event(1, .muteForced(isActive: false), epoch: "f"))
        #expect(bench.actions.notices == [.muteForced(isActive: false)])
    }

    @Test func `an incomplete snapshot ends nothing; the complete one that follows does`() {
        var before = SessionSnapshot()
        before.connections = ["a", "b"].map(MachineBench.connection)
        var after = SessionSnapshot()
        after.isComplete = false
        let bench = resumed(from: before, to: after)
        #expect(bench.take().notices == [.statusChanged(.connected), .reconnected])
        after.isComplete = true
        after.connections = [MachineBench.connection("b")]
        bench.handle(MachineBench.event(1, .snapshot(after), epoch: "f"))
        #expect(
            bench.actions.notices
                == [.connectionDestroyed(MachineBench.connection("a"), .unknown)]
        )
    }

    private func resumed(from before: SessionSnapshot, to after: SessionSnapshot) -> MachineBench {
        let bench = MachineBench.in(.connecting)
        bench.handle(.connectAnswered(.success(MachineBench.answer(before))))
        bench.handle(.streamOpened)
        bench.handle(.hello(HelloEvent(epoch: "e")))
        bench.handle(.streamEnded(.refused(SessionRefusal(status: 404))))
        bench.handle(.timer(.reconnect))
        bench.handle(.resumed(.success(MachineBench.answer(epoch: "f", after))))
        bench.handle(.streamOpened)
        _ = bench.take()
        bench.handle(.hello(HelloEvent(epoch: "f")))
        return bench
    }

    @Test func `a signal is not delivered twice by a server without its journal`() {
        let bench = MachineBench.in(.connected)
        _ = bench.take()
        let signal = ReceivedSignal(type: nil, data: "a", from: MachineBench.connection("c"))
        bench.handle(MachineBench.event(1, .signal(signal, number: 4)))
        bench.handle(MachineBench.event(2, .signal(signal, number: 4)))
        bench.handle(MachineBench.event(3, .signal(signal, number: 3)))
        bench.handle(MachineBench.event(4, .signal(signal, number: 5)))
        bench.handle(MachineBench.event(5, .signal(signal, number: nil)))
        #expect(bench.actions.notices.count == 3)
    }

    // MARK: The request lane

    @Test func `a post without an answer is repeated after the reconnect, with the same numbers`() {
        let bench = MachineBench.in(.connected)
        _ = bench.call(.signal)
        _ = bench.call(.signalWithoutRetry)
        let first = bench.take().batch
        #expect(first?.count == 1)
        bench.handle(.posted(.failure(.network(.timedOut))))
        #expect(bench.machine.status == .reconnecting)
        #expect(bench.call(.signalWithoutRetry) == 1010)
        #expect(bench.call(.signal) == nil)
        bench.handle(.timer(.reconnect))
        bench.handle(.streamOpened)
        bench.handle(.hello(HelloEvent(epoch: "e")))
        let second = bench.take().batch
        #expect(second?.first == first?.first)
        // The second signal was not sent and had no retry; the third one follows.
        #expect(second?.map(\.number) == [1, 2])
        #expect(bench.machine.statistics["signalsWithdrawn"] == 1)
    }

    @Test func `a signal without a retry that was in flight becomes none`() {
        let bench = MachineBench.in(.connected)
        _ = bench.call(.signalWithoutRetry)
        bench.handle(.streamEnded(.ended))
        bench.handle(.timer(.reconnect))
        bench.handle(.streamOpened)
        _ = bench.take()
        bench.handle(.hello(HelloEvent(epoch: "e")))
        #expect(bench.actions.batch == [NumberedRequest(number: 1, request: .none)])
    }

    @Test func `429 keeps the rest for as long as the server says, and no event is sent`() {
        let bench = MachineBench.in(.connected)
        for _ in 0..<3 { _ = bench.call(.signal) }
        bench.handle(.posted(.success(MachineBench.answers(bench.take())!)))
        #expect(bench.actions.batch?.map(\.number) == [2, 3])
        var refusal = SessionRefusal(status: 429, code: 1011)
        refusal.retryAfter = .milliseconds(40)
        refusal.answer = LaneAnswer(items: [LaneAnswer.Item(number: 2)], nextRequest: 3)
        _ = bench.take()
        bench.handle(.posted(.failure(.refused(refusal))))
        #expect(bench.actions == [.setTimer(.retry, .milliseconds(40))])
        _ = bench.take()
        bench.now += .milliseconds(40)
        bench.handle(.timer(.retry))
        #expect(bench.take().batch?.map(\.number) == [3])
    }

    @Test func `a ping during a pause keeps the connection`() {
        let bench = MachineBench.in(.connected)
        _ = bench.call(.signal)
        var refusal = SessionRefusal(status: 429)
        refusal.retryAfter = .seconds(30)
        bench.handle(.posted(.failure(.refused(refusal))))
        _ = bench.take()
        bench.now += .seconds(5)
        bench.handle(.timer(.ping))
        #expect(bench.take().batch == [])
        bench.handle(.posted(.success(LaneAnswer(items: [], nextRequest: 1))))
        #expect(bench.machine.status == .connected)
        #expect(bench.take().batch == nil)
    }

    @Test func `a loss completes a report with 1010 and withdraws it`() {
        let bench = MachineBench.in(.connected)
        #expect(bench.call(.reportIssue) == nil)
        let operation = bench.lastOperation
        _ = bench.take()
        bench.handle(.streamEnded(.ended))
        #expect(bench.actions.completions == [operation: 1010])
    }

    @Test func `a report states statuses and counters, and completes with the id`() {
        let bench = MachineBench.in(.connected)
        _ = bench.call(.signal)
        _ = bench.take()
        #expect(bench.call(.reportIssue) == nil)
        bench.handle(.posted(.success(LaneAnswer(items: [LaneAnswer.Item(number: 1)]))))
        guard case .reportIssue(_, let report)? = bench.actions.batch?.first?.request else {
            Issue.record("no report")
            return
        }
        #expect(report["statuses"]?.arrayValue?.count == 2)
        #expect(report["statistics"]?["signalsSubmitted"] == 1)
        let text = JSONCodec.print(report) ?? ""
        for secret in ["bearer", "ticket", MachineBench.token.exposed] {
            #expect(!text.contains(secret))
        }
        let operation = bench.lastOperation
        _ = bench.take()
        let answer = LaneAnswer(items: [LaneAnswer.Item(number: 2, issueId: "issue-1")])
        bench.handle(.posted(.success(answer)))
        #expect(
            bench.actions.contains(.complete(operation, .success(.issueReported(id: "issue-1"))))
        )
    }

    @Test func `a post that the server refuses as a whole blames one request only`() {
        let bench = MachineBench.in(.connected)
        for _ in 0..<3 { _ = bench.call(.signal) }
        bench.handle(.posted(.success(MachineBench.answers(bench.take())!)))
        _ = bench.take()
        let refusal = SessionFailure.refused(SessionRefusal(status: 400, code: 1011))
        bench.handle(.posted(.failure(refusal)))
        #expect(bench.take().batch?.map(\.number) == [2])
        bench.handle(.posted(.failure(refusal)))
        #expect(bench.actions.notices.count == 1)
        #expect(
            bench.take().batch == [NumberedRequest(number: 2, request: .none)]
        )
        bench.handle(.posted(.success(LaneAnswer(items: [LaneAnswer.Item(number: 2)]))))
        #expect(bench.take().batch?.map(\.number) == [3])
        #expect(bench.machine.status == .connected)
    }

    @Test func `an answer that answers nothing does not become a fast loop`() {
        let bench = MachineBench.in(.connected)
        _ = bench.call(.signal)
        bench.handle(.posted(.success(LaneAnswer(items: []))))
        #expect(bench.machine.status == .reconnecting)
    }

    @Test func `1000 signals may wait, the next one is refused with 109007`() {
        let bench = MachineBench.in(.connected)
        for _ in 0..<1000 { #expect(bench.call(.signal) == nil) }
        #expect(bench.call(.signal) == 109_007)
        #expect(bench.machine.statistics["waiting"] == 1000)
    }

    // MARK: Leave

    @Test func `a disconnect while reconnecting tries one leave for 2 s`() {
        let bench = MachineBench.in(.reconnecting)
        _ = bench.call(.signal)
        _ = bench.take()
        #expect(bench.call(.disconnect) == nil)
        #expect(bench.actions.delay(of: .leave) == .seconds(2))
        #expect(bench.actions.batch?.map(\.request) == [.leave])
        #expect(bench.machine.statistics["signalsWithdrawn"] == 1)
        let operation = bench.lastOperation
        _ = bench.take()
        bench.handle(.posted(.failure(.network(.transport("down")))))
        #expect(bench.actions.completions == [operation: 0])
        #expect(
            bench.actions.notices == [.statusChanged(.notConnected), .disconnected(.client)]
        )
    }

    @Test func `a post that fails while leaving drops what waits and tries one leave`() {
        let bench = MachineBench.in(.connected)
        _ = bench.call(.signal)
        _ = bench.call(.signal)
        _ = bench.call(.disconnect)
        _ = bench.take()
        bench.handle(.posted(.failure(.network(.timedOut))))
        #expect(bench.actions.batch?.map(\.request) == [.none, .leave])
        bench.handle(.posted(.failure(.network(.timedOut))))
        #expect(bench.machine.status == .notConnected)
    }

    @Test func `a connection that ended by itself while leaving has the server's reason`() {
        let bench = MachineBench.in(.disconnecting)
        _ = bench.take()
        bench.handle(MachineBench.event(1, .disconnected(.forced)))
        #expect(bench.actions.notices.last == .disconnected(.forced))
        #expect(bench.actions.completions == [2: 0])
    }

    @Test func `a session can be connected again after a disconnect`() {
        let bench = MachineBench.in(.disconnecting)
        bench.handle(.posted(.success(MachineBench.answers(bench.take())!)))
        #expect(bench.machine.status == .notConnected)
        #expect(bench.call(.connect) == nil)
    }
}
