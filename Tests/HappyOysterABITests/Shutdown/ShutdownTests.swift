// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterCore
import HappyOysterTestSupport
import HappyOysterThreading
import Testing

/// A shutdown that returns OK promises that no code of the host runs or will run.
///
/// Each test has a process of its own, since a shutdown is final.
@Suite(.blocking) struct ShutdownTests {
    private static let timedOut = code(.OYSTER_ERROR_TIMED_OUT)

    @Test(arguments: HostCode.allCases)
    func `shutdown returns 109010 while host code runs, and OK once it has returned`(
        kind: HostCode
    ) async {
        await #expect(processExitsWith: .success) { [kind = kind as HostCode] in
            let fixture = try HostFixture()
            let blocker = BlockingCallback()
            try kind.occupy(blocker, fixture)
            let first = oyster_engine_shutdown_all(300)
            try require(first == Self.timedOut, "\(kind): the first says \(first)")
            try require(!blocker.hasLeft, "\(kind): the gate is shut")
            let opener = TestThread {
                // The second call waits already, or is about to wait.
                Latch().wait(.milliseconds(100))
                blocker.gate.open()
            }
            let second = oyster_engine_shutdown_all(20_000)
            try require(blocker.hasLeft, "\(kind): code still runs after \(second)")
            try require(second == 0, "\(kind): the second says \(second)")
            opener.join()
        }
    }

    @Test(arguments: HostCode.allCases.filter { $0 != .doneInDispatchOfDestroyedEngine })
    func `shutdown inside host code of every kind is refused with 109004`(kind: HostCode) async {
        await #expect(processExitsWith: .success) { [kind = kind as HostCode] in
            let fixture = try HostFixture()
            let answers = Recorder<oyster_result>()
            let blocker = BlockingCallback { answers.add(oyster_engine_shutdown_all(20_000)) }
            let time = try {
                let start = SystemClock.monotonic
                try kind.occupy(blocker, fixture)
                try require(answers.wait(for: 1), "\(kind): no answer")
                return SystemClock.monotonic - start
            }()
            let expected = code(.OYSTER_ERROR_WOULD_DEADLOCK)
            try require(answers.entries == [expected], "\(kind): \(answers.entries)")
            try require(time < .seconds(15), "\(kind): took \(time)")
            blocker.gate.open()
        }
    }

    @Test func `owed completions have run before shutdown returns OK`() async {
        await #expect(processExitsWith: .success) {
            let fixture = try HostFixture("directing")
            try fixture.fault(["route": "travels/enter-travel", "kind": "hang"])
            let travel = try fixture.makeTravel()
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

    @Test func `a shutdown that overlaps another does not end its wait`() async {
        await #expect(processExitsWith: .success) {
            let fixture = try HostFixture()
            let blocker = BlockingCallback()
            try HostCode.eventInDispatch.occupy(blocker, fixture)
            let answers = Recorder<oyster_result>()
            let long = TestThread { answers.add(oyster_engine_shutdown_all(20_000)) }
            try require(blockUntil { !oyster_engine_is_ready(fixture.engine) }, "begun")
            try require(oyster_engine_shutdown_all(50) == Self.timedOut, "the short one")
            blocker.gate.open()
            try require(long.join(), "the long one returns")
            try require(answers.entries == [0], "the long one says \(answers.entries)")
            try require(blocker.hasLeft, "left")
        }
    }

    @Test func `functions that other threads call all the time do not disturb a shutdown`() async {
        await #expect(processExitsWith: .success) {
            let fixture = try HostFixture()
            nonisolated(unsafe) let travel = try fixture.makeTravel()
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
