// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterThreading
import Testing

/// A destroy in host delivery completes pending operations on its own thread before it returns,
/// also when a completion is being queued at that time.
@Suite(.blocking) struct DestroyTests {
    /// Which thread queues the completion.
    enum Bringer: String, CaseIterable, Codable, Sendable { case loop, release }

    @Test(arguments: Bringer.allCases)
    func `a completion that is being queued completes on the thread that destroys`(
        bringer: Bringer
    ) async {
        // In a process of its own: the hook affects the first engine that is created.
        await #expect(processExitsWith: .success) { [bringer = bringer as Bringer] in
            let engine = Recorder<UInt>()
            let stop = try StoppedDelivery.around {
                engine.add(UInt(bitPattern: try HostFixture.makeEngine()))
            }
            let made = OpaquePointer(bitPattern: engine.entries.first ?? 0)
            guard let stop, let made else { throw FixtureFailure("engine") }
            try bringer.destroy(made, stop)
        }
    }
}

extension DestroyTests.Bringer {
    fileprivate func destroy(_ engine: OpaquePointer, _ stop: StoppedDelivery) throws {
        let fixture = try HostFixture("directing", engine: engine)
        oyster_engine_set_delivery(engine, .OYSTER_DELIVERY_HOST)
        try fixture.fault(["route": "travels/enter-travel", "kind": "hang"])
        nonisolated(unsafe) let travel = try fixture.makeTravel()
        let completion = Completion()
        var thread: TestThread?
        switch self {
        case .loop:
            // Refused on the loop, because of the state.
            oyster_travel_pause(travel, Completion.done, completion.context)
        case .release:
            oyster_travel_start(travel, nil, Completion.done, completion.context)
            let hasArrived = try blockUntil {
                try fixture.requests("travels/enter-travel").count == 1
            }
            try require(hasArrived, "start")
            thread = TestThread { oyster_travel_release(travel, nil) }
        }
        try require(stop.inside.wait(), "no completion is on its way")
        var outcome = oyster_release_outcome.OYSTER_RELEASE_DEFERRED
        try require(oyster_engine_destroy(engine, &outcome) == 0, "destroy")
        let answers = completion.answers.entries
        try require(answers.count == 1, "\(answers.count) completions when destroy returns")
        try require(answers[0].thread == SystemThread.current, "completed on another thread")
        try require(outcome == .OYSTER_RELEASE_COMPLETE, "deferred")
        thread?.join()
        try require(completion.answers.count == 1, "completed again")
    }
}
