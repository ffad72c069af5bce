// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterThreading
import Testing

/// Rule 23 of embedding: "OK" of a shutdown means that nothing of the host's runs or will run.
///
/// A process of its own for each, since there is no way back.
@Suite(.blocking) struct ShutdownTests {
    private static let timedOut = code(.OYSTER_ERROR_TIMED_OUT)

    @Test(arguments: HostCode.allCases)
    func `it is timed out while host code runs, and OK only when that has returned`(
        kind: HostCode
    ) async {
        await #expect(processExitsWith: .success) { [kind = kind as HostCode] in
            let stage = try Stage()
            let occupant = Occupant()
            try kind.occupy(occupant, stage)
            let first = oyster_engine_shutdown_all(300)
            try require(first == Self.timedOut, "\(kind): the first says \(first)")
            try require(!occupant.hasLeft, "\(kind): the gate is shut")
            let opener = TestThread {
                // The second call waits already, or is about to.
                Latch().wait(.milliseconds(100))
                occupant.gate.open()
            }
            let second = oyster_engine_shutdown_all(20_000)
            try require(occupant.hasLeft, "\(kind): code still runs after \(second)")
            try require(second == 0, "\(kind): the second says \(second)")
            opener.join()
        }
    }

    @Test(arguments: HostCode.allCases.filter { $0 != .doneInDispatchOfDestroyedEngine })
    func `inside host code of every kind it refuses to wait`(kind: HostCode) async {
        await #expect(processExitsWith: .success) { [kind = kind as HostCode] in
            let stage = try Stage()
            let answers = Recorder<oyster_result>()
            let occupant = Occupant { answers.add(oyster_engine_shutdown_all(20_000)) }
            let time = try {
                let start = SystemClock.monotonic
                try kind.occupy(occupant, stage)
                try require(answers.wait(for: 1), "\(kind): no answer")
                return SystemClock.monotonic - start
            }()
            let expected = code(.OYSTER_ERROR_WOULD_DEADLOCK)
            try require(answers.entries == [expected], "\(kind): \(answers.entries)")
            try require(time < .seconds(15), "\(kind): took \(time)")
            occupant.gate.open()
        }
    }

    @Test func `completions that are owed have run before it is OK`() async {
        await #expect(processExitsWith: .success) {
            let stage = try Stage("directing")
            try stage.fault(["route": "travels/enter-travel", "kind": "hang"])
            let travel = try stage.makeTravel()
            let completions = (0..<20).map { _ in Completion() }
            let start = Completion()
            oyster_travel_start(travel, nil, Completion.done, start.context)
            for completion in completions {
                oyster_travel_end(travel, Completion.done, completion.context)
            }
            oyster_travel_release(travel, nil)
            try require(oyster_engine_shutdown_all(20_000) == 0, "shutdown")
            let counts = (completions + [start]).map(\.answers.count)
            try require(counts.allSatisfy { $0 == 1 }, "\(counts)")
        }
    }

    @Test func `a call that overlaps another does not cut it short`() async {
        await #expect(processExitsWith: .success) {
            let stage = try Stage()
            let occupant = Occupant()
            try HostCode.eventInDispatch.occupy(occupant, stage)
            let answers = Recorder<oyster_result>()
            let long = TestThread { answers.add(oyster_engine_shutdown_all(20_000)) }
            try require(blockUntil { !oyster_engine_is_ready(stage.engine) }, "begun")
            try require(oyster_engine_shutdown_all(50) == Self.timedOut, "the short one")
            occupant.gate.open()
            try require(long.join(), "the long one returns")
            try require(answers.entries == [0], "the long one says \(answers.entries)")
            try require(occupant.hasLeft, "left")
        }
    }

    @Test func `functions that other threads call all the time do not disturb it`() async {
        await #expect(processExitsWith: .success) {
            let stage = try Stage()
            nonisolated(unsafe) let travel = try stage.makeTravel()
            let stop = Latch()
            let threads = (0..<3).map { _ in
                TestThread {
                    var status = oyster_status.OYSTER_STATUS_IDLE
                    while !stop.wait(.microseconds(50)) { oyster_travel_status(travel, &status) }
                }
            }
            try require(oyster_engine_shutdown_all(20_000) == 0, "shutdown")
            stop.open()
            for thread in threads { thread.join() }
        }
    }
}
