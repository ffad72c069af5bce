// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterThreading
import Testing

/// A destroy in host delivery completes what is pending on its own thread, before it returns, also
/// when a completion is on its way into the line at that moment.
@Suite(.blocking) struct DestroyTests {
    /// Which thread brings the completion into the line.
    enum Bringer: String, CaseIterable, Codable, Sendable { case loop, release }

    @Test(arguments: Bringer.allCases)
    func `a completion that is on its way completes on the thread that destroys`(
        bringer: Bringer
    ) async {
        // A process of its own: the stop is for the first engine that is created.
        await #expect(processExitsWith: .success) { [bringer = bringer as Bringer] in
            let engine = Recorder<UInt>()
            let stop = try StoppedDelivery.around {
                engine.add(UInt(bitPattern: try Stage.makeEngine()))
            }
            let made = OpaquePointer(bitPattern: engine.entries.first ?? 0)
            guard let stop, let made else { throw StageFailure("engine") }
            try bringer.destroy(made, stop)
        }
    }
}

extension DestroyTests.Bringer {
    fileprivate func destroy(_ engine: OpaquePointer, _ stop: StoppedDelivery) throws {
        let stage = try Stage("directing", engine: engine)
        oyster_engine_set_delivery(engine, .OYSTER_DELIVERY_HOST)
        try stage.fault(["route": "travels/enter-travel", "kind": "hang"])
        nonisolated(unsafe) let travel = try stage.makeTravel()
        let completion = Completion()
        var thread: TestThread?
        switch self {
        case .loop:
            // Refused by the state, on the loop.
            oyster_travel_pause(travel, Completion.done, completion.context)
        case .release:
            oyster_travel_start(travel, nil, Completion.done, completion.context)
            let hasArrived = try blockUntil {
                try stage.requests("travels/enter-travel").count == 1
            }
            try require(hasArrived, "start")
            thread = TestThread { oyster_travel_release(travel, nil) }
        }
        try require(stop.inside.wait(), "no completion is on its way")
        var silence = oyster_release_outcome.OYSTER_RELEASE_DEFERRED
        try require(oyster_engine_destroy(engine, &silence) == 0, "destroy")
        let answers = completion.answers.entries
        try require(answers.count == 1, "\(answers.count) completions when destroy returns")
        try require(answers[0].thread == SystemThread.current, "completed on another thread")
        try require(silence == .OYSTER_RELEASE_COMPLETE, "deferred")
        thread?.join()
        try require(completion.answers.count == 1, "completed again")
    }
}
