// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterThreading
import Testing

/// Each operation completes exactly once, even when another one overtakes it.
@Suite(.blocking) struct CompletionTests {
    private static let aborted = code(.OYSTER_ERROR_ABORTED)

    /// Starts operations of all kinds; returns those that were accepted.
    private func startAll(_ travel: OpaquePointer) -> [Completion] {
        typealias Call = (OpaquePointer, oyster_done_fn, UnsafeMutableRawPointer) -> oyster_result
        let calls: [Call] = [
            { oyster_travel_start($0, nil, $1, $2) }, { oyster_travel_pause($0, $1, $2) },
            { oyster_travel_resume($0, $1, $2) }, { oyster_travel_rewind($0, 4, $1, $2) },
            { oyster_travel_send_instruct($0, "go on", $1, $2) },
            { oyster_travel_end($0, $1, $2) },
        ]
        return calls.compactMap { call in
            let completion = Completion()
            let code = call(travel, Completion.done, completion.context)
            if code == 0 { return completion }
            completion.forget()
            return nil
        }
    }

    @Test(arguments: [false, true])
    func `releases and destroys at random times complete every operation once`(isDestroy: Bool)
        throws
    {
        let fixture = try HostFixture("directing")
        var random = SplitMix(isDestroy ? 3 : 4)
        var all: [Completion] = []
        for _ in 0..<150 {
            let own = isDestroy ? try HostFixture.makeEngine() : nil
            let host = try own.map { try HostFixture("directing", engine: $0) } ?? fixture
            let travel = try host.makeTravel()
            all += startAll(travel)
            let pause = Duration.microseconds(Int64(random.next() % 4000))
            Latch().wait(pause)
            let code =
                own.map { oyster_engine_destroy($0, nil) }
                ?? oyster_travel_release(travel, nil)
            #expect(code == 0)
        }
        #expect(all.count > 300)
        for completion in all { #expect(completion.wait() != nil) }
        // A second `done` would be a use after free, or a second entry in the recorder.
        #expect(all.allSatisfy { $0.answers.count == 1 })
    }

    @Test func `operations pending at a release complete with 109006 and the error as JSON`() throws
    {
        let fixture = try HostFixture()
        try fixture.fault(["route": "travels/enter-travel", "kind": "hang"])
        let travel = try fixture.makeTravel()
        let start = Completion()
        #expect(oyster_travel_start(travel, nil, Completion.done, start.context) == 0)
        #expect(oyster_travel_release(travel, nil) == 0)
        let answer = try #require(start.wait())
        #expect(answer.code == Self.aborted)
        #expect(answer.json?["code"] == .integer(Int64(Self.aborted)))
        #expect(answer.json?["kind"] == "interfaceMisuse")
    }

    @Test(arguments: [false, true])
    func `a cleanup pending at a destroy completes with 109006`(isHost: Bool) throws {
        let fixture = try HostFixture()
        let engine = try HostFixture.makeEngine()
        let host = try HostFixture(engine: engine)
        if isHost { oyster_engine_set_delivery(engine, .OYSTER_DELIVERY_HOST) }
        try host.fault(["route": "travels/enter-travel", "kind": "hang"])
        let travel = try host.makeTravel()
        oyster_travel_start(travel, nil, nil, nil)
        #expect(try blockUntil { try host.requests("travels/enter-travel").count == 1 })
        let cleanup = Completion()
        #expect(oyster_engine_cleanup(engine, Completion.done, cleanup.context) == 0)
        var outcome = oyster_release_outcome.OYSTER_RELEASE_DEFERRED
        #expect(oyster_engine_destroy(engine, &outcome) == 0)
        #expect(outcome == .OYSTER_RELEASE_COMPLETE)
        #expect(cleanup.answers.entries.map(\.code) == [Self.aborted])
        if isHost { #expect(cleanup.answers.entries.first?.thread == SystemThread.current) }
        withExtendedLifetime(fixture) {}
    }

    @Test func `in host delivery a destroy runs all completions inside the call and is complete`()
        throws
    {
        for _ in 0..<50 {
            let engine = try HostFixture.makeEngine()
            let host = try HostFixture("directing", engine: engine)
            #expect(oyster_engine_set_delivery(engine, .OYSTER_DELIVERY_HOST) == 0)
            let travel = try host.makeTravel()
            let listener = Listener()
            _ = listener.listen(to: travel)
            let all = startAll(travel)
            var outcome = oyster_release_outcome.OYSTER_RELEASE_DEFERRED
            #expect(oyster_engine_destroy(engine, &outcome) == 0)
            #expect(outcome == .OYSTER_RELEASE_COMPLETE)
            #expect(all.allSatisfy { $0.answers.count == 1 })
            #expect(all.allSatisfy { $0.answers.entries.first?.thread == SystemThread.current })
            #expect(listener.releases.value == 1 && listener.events.count == 0)
        }
    }

    @Test func `in host delivery a release is deferred until its completions have been dispatched`()
        throws
    {
        let fixture = try HostFixture()
        #expect(oyster_engine_set_delivery(fixture.engine, .OYSTER_DELIVERY_HOST) == 0)
        try fixture.fault(["route": "travels/enter-travel", "kind": "hang"])
        let travel = try fixture.makeTravel()
        let start = Completion()
        #expect(oyster_travel_start(travel, nil, Completion.done, start.context) == 0)
        var outcome = oyster_release_outcome.OYSTER_RELEASE_COMPLETE
        #expect(oyster_travel_release(travel, &outcome) == 0)
        #expect(outcome == .OYSTER_RELEASE_DEFERRED)
        #expect(start.answers.count == 0)
        #expect(oyster_engine_dispatch(fixture.engine, 5000, nil) == 0)
        #expect(start.answers.entries.map(\.code) == [Self.aborted])
    }

    @Test func `an operation beyond the limit of pending ones is refused with 109007`() throws {
        let fixture = try HostFixture()
        try fixture.fault(["route": "travels/enter-travel", "kind": "hang"])
        let travel = try fixture.makeTravel()
        let start = Completion()
        #expect(oyster_travel_start(travel, nil, Completion.done, start.context) == 0)
        // Before its request is sent, an end has nothing to wait for.
        #expect(try blockUntil { try fixture.requests("travels/enter-travel").count == 1 })
        var ends: [Completion] = []
        var refused = 0
        for _ in 0..<300 {
            let end = Completion()
            let result = oyster_travel_end(travel, Completion.done, end.context)
            if result == 0 {
                ends.append(end)
            } else {
                #expect(result == code(.OYSTER_ERROR_LIMIT_REACHED))
                end.forget()
                refused += 1
            }
        }
        #expect(refused > 0)
        #expect(oyster_travel_release(travel, nil) == 0)
        for end in ends { #expect(end.wait() != nil) }
        #expect(ends.allSatisfy { $0.answers.count == 1 } && start.wait() != nil)
    }

    @Test func `an operation without a done function runs`() throws {
        let fixture = try HostFixture()
        let travel = try fixture.makeTravel()
        #expect(oyster_travel_start(travel, nil, nil, nil) == 0)
        #expect(blockUntil { fixture.status(travel) == .OYSTER_STATUS_RUNNING })
        #expect(oyster_travel_end(travel, nil, nil) == 0)
        #expect(blockUntil { oyster_travel_is_ended(travel) })
        oyster_travel_release(travel, nil)
    }

    @Test func `a failure of an operation without a done function is one error event`() throws {
        let fixture = try HostFixture()
        let travel = try fixture.makeTravel()
        let listener = Listener()
        _ = listener.listen(to: travel)
        #expect(oyster_travel_pause(travel, nil, nil) == 0)
        #expect(oyster_travel_rewind(travel, 4, nil, nil) == 0)
        #expect(listener.events.wait(for: 2))
        for event in listener.events.entries {
            #expect(event.code == code(.OYSTER_ERROR_NO_ACTIVE_TRAVEL))
        }
        oyster_travel_release(travel, nil)
    }
}
