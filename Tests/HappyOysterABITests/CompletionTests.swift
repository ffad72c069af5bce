// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterThreading
import Testing

/// Each operation completes exactly once, whatever overtakes it.
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
    func `hundreds of releases and destroys at random moments`(isDestroy: Bool) throws {
        let stage = try Stage("directing")
        var random = SplitMix(isDestroy ? 3 : 4)
        var all: [Completion] = []
        for _ in 0..<150 {
            let own = isDestroy ? try Stage.makeEngine() : nil
            let host = try own.map { try Stage("directing", engine: $0) } ?? stage
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
        // A second `done` would be a use after free, or stand in the recorder.
        #expect(all.allSatisfy { $0.answers.count == 1 })
    }

    @Test func `what is pending at a release is aborted, with the error as JSON`() throws {
        let stage = try Stage()
        try stage.fault(["route": "travels/enter-travel", "kind": "hang"])
        let travel = try stage.makeTravel()
        let start = Completion()
        #expect(oyster_travel_start(travel, nil, Completion.done, start.context) == 0)
        #expect(oyster_travel_release(travel, nil) == 0)
        let answer = try #require(start.wait())
        #expect(answer.code == Self.aborted)
        #expect(answer.json?["code"] == .integer(Int64(Self.aborted)))
        #expect(answer.json?["kind"] == "interfaceMisuse")
    }

    @Test(arguments: [false, true])
    func `a cleanup that is pending when its engine is destroyed is aborted`(isHost: Bool) throws {
        let stage = try Stage()
        let engine = try Stage.makeEngine()
        let host = try Stage(engine: engine)
        if isHost { oyster_engine_set_delivery(engine, .OYSTER_DELIVERY_HOST) }
        try host.fault(["route": "travels/enter-travel", "kind": "hang"])
        let travel = try host.makeTravel()
        oyster_travel_start(travel, nil, nil, nil)
        #expect(try blockUntil { try host.requests("travels/enter-travel").count == 1 })
        let cleanup = Completion()
        #expect(oyster_engine_cleanup(engine, Completion.done, cleanup.context) == 0)
        var silence = oyster_release_outcome.OYSTER_RELEASE_DEFERRED
        #expect(oyster_engine_destroy(engine, &silence) == 0)
        #expect(silence == .OYSTER_RELEASE_COMPLETE)
        #expect(cleanup.answers.entries.map(\.code) == [Self.aborted])
        if isHost { #expect(cleanup.answers.entries.first?.thread == SystemThread.current) }
        withExtendedLifetime(stage) {}
    }

    @Test func `in host delivery a destroy completes everything here and is silent`() throws {
        for _ in 0..<50 {
            let engine = try Stage.makeEngine()
            let host = try Stage("directing", engine: engine)
            #expect(oyster_engine_set_delivery(engine, .OYSTER_DELIVERY_HOST) == 0)
            let travel = try host.makeTravel()
            let listener = Listener()
            _ = listener.subscribe(travel)
            let all = startAll(travel)
            var silence = oyster_release_outcome.OYSTER_RELEASE_DEFERRED
            #expect(oyster_engine_destroy(engine, &silence) == 0)
            #expect(silence == .OYSTER_RELEASE_COMPLETE)
            #expect(all.allSatisfy { $0.answers.count == 1 })
            #expect(all.allSatisfy { $0.answers.entries.first?.thread == SystemThread.current })
            #expect(listener.releases.value == 1 && listener.events.count == 0)
        }
    }

    @Test func `in host delivery a release is deferred until its completions were dispatched`()
        throws
    {
        let stage = try Stage()
        #expect(oyster_engine_set_delivery(stage.engine, .OYSTER_DELIVERY_HOST) == 0)
        try stage.fault(["route": "travels/enter-travel", "kind": "hang"])
        let travel = try stage.makeTravel()
        let start = Completion()
        #expect(oyster_travel_start(travel, nil, Completion.done, start.context) == 0)
        var silence = oyster_release_outcome.OYSTER_RELEASE_COMPLETE
        #expect(oyster_travel_release(travel, &silence) == 0)
        #expect(silence == .OYSTER_RELEASE_DEFERRED)
        #expect(start.answers.count == 0)
        #expect(oyster_engine_dispatch(stage.engine, 5000, nil) == 0)
        #expect(start.answers.entries.map(\.code) == [Self.aborted])
    }

    @Test func `too many pending operations are refused`() throws {
        let stage = try Stage()
        try stage.fault(["route": "travels/enter-travel", "kind": "hang"])
        let travel = try stage.makeTravel()
        let start = Completion()
        #expect(oyster_travel_start(travel, nil, Completion.done, start.context) == 0)
        // Before it is on its way there is nothing that an end would have to wait for.
        #expect(try blockUntil { try stage.requests("travels/enter-travel").count == 1 })
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

    @Test func `operations without a done run all the same`() throws {
        let stage = try Stage()
        let travel = try stage.makeTravel()
        #expect(oyster_travel_start(travel, nil, nil, nil) == 0)
        #expect(blockUntil { stage.status(travel) == .OYSTER_STATUS_RUNNING })
        #expect(oyster_travel_end(travel, nil, nil) == 0)
        #expect(blockUntil { oyster_travel_is_ended(travel) })
        oyster_travel_release(travel, nil)
    }

    @Test func `a failure that nobody waits for is one error event`() throws {
        let stage = try Stage()
        let travel = try stage.makeTravel()
        let listener = Listener()
        _ = listener.subscribe(travel)
        #expect(oyster_travel_pause(travel, nil, nil) == 0)
        #expect(oyster_travel_rewind(travel, 4, nil, nil) == 0)
        #expect(listener.events.wait(for: 2))
        for event in listener.events.entries {
            #expect(event.code == code(.OYSTER_ERROR_NO_ACTIVE_TRAVEL))
        }
        oyster_travel_release(travel, nil)
    }
}
