// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import OysterGateway

@Suite struct TravelLifecycleTests {
    private let start = Timestamp(milliseconds: 1_790_000_000_000)

    private func lifecycle(_ change: (inout TravelTiming) -> Void = { _ in }) -> TravelLifecycle {
        var timing = TravelTiming(
            initLasts: .milliseconds(300),
            startsAfter: .seconds(1),
            pauseConfirm: .seconds(3),
            roomTeardown: .milliseconds(2500)
        )
        change(&timing)
        return TravelLifecycle(createdAt: start, timing: timing)
    }

    private func at(_ milliseconds: Int64) -> Timestamp { start + .milliseconds(milliseconds) }

    @Test(
        arguments: [
            (0, "init"), (299, "init"), (300, "pending"), (999, "pending"), (1000, "running"),
            (900_000, "running"),
        ] as [(Int64, String)]
    )
    func `a travel becomes pending and running by time`(time: Int64, status: String) {
        var lifecycle = lifecycle()
        lifecycle.advance(to: at(time))
        #expect(lifecycle.status.rawValue == status)
    }

    @Test func `a pause takes effect after its delay and stops the timeline`() throws {
        var lifecycle = lifecycle()
        lifecycle.advance(to: at(5000))
        try lifecycle.pause()
        lifecycle.advance(to: at(7999))
        #expect(lifecycle.status == .running)
        lifecycle.advance(to: at(60_000))
        #expect(lifecycle.status == .paused)
        #expect(lifecycle.updatedAt == at(8000))
        #expect(lifecycle.timeline == .seconds(7))
        #expect(lifecycle.played == .seconds(7))
    }

    @Test func `a pause without delay takes effect at once`() throws {
        var lifecycle = lifecycle { $0.pauseConfirm = .zero }
        lifecycle.advance(to: at(2000))
        try lifecycle.pause()
        #expect(lifecycle.status == .paused)
    }

    @Test func `pause is refused before running, while pausing, paused and after the end`() throws {
        var lifecycle = lifecycle()
        #expect(throws: Refusal.conflict) { try lifecycle.pause() }
        lifecycle.advance(to: at(1000))
        try lifecycle.pause()
        #expect(throws: Refusal.conflict) { try lifecycle.pause() }
        lifecycle.advance(to: at(4000))
        #expect(throws: Refusal.conflict) { try lifecycle.pause() }
        try lifecycle.end()
        #expect(throws: Refusal.conflict) { try lifecycle.pause() }
    }

    @Test func `resume is refused until the pause is confirmed`() throws {
        var lifecycle = lifecycle()
        lifecycle.advance(to: at(1000))
        #expect(throws: Refusal.conflict) { try lifecycle.resume() }
        try lifecycle.pause()
        #expect(throws: Refusal.conflict) { try lifecycle.resume() }
        lifecycle.advance(to: at(4000))
        try lifecycle.resume()
        #expect(lifecycle.status == .running)
    }

    @Test(arguments: [(0, true), (2499, true), (2500, false), (9000, false)] as [(Int64, Bool)])
    func `a travel resumed before the teardown of its room fails at the teardown`(
        wait: Int64,
        isDoomed: Bool
    ) throws {
        var lifecycle = lifecycle()
        lifecycle.advance(to: at(1000))
        try lifecycle.pause()
        lifecycle.advance(to: at(4000 + wait))
        try lifecycle.resume()
        #expect(lifecycle.status == .running)
        lifecycle.advance(to: at(4000 + max(wait, 2500)))
        #expect(lifecycle.errorCode == (isDoomed ? "TRAVEL_STREAM_CREATE_FAILED" : nil))
        #expect(lifecycle.status == (isDoomed ? .failed : .running))
    }

    @Test func `a rewind moves the timeline, not the time played`() throws {
        var lifecycle = lifecycle()
        lifecycle.advance(to: at(21_000))
        try lifecycle.pause()
        lifecycle.advance(to: at(30_000))
        try lifecycle.rewind(to: .seconds(8))
        lifecycle.advance(to: at(31_000))
        #expect(lifecycle.timeline == .seconds(9))
        #expect(lifecycle.played == .seconds(24))
    }

    @Test func `the experience time does not count pauses`() throws {
        var lifecycle = lifecycle { $0.experience = .seconds(60) }
        lifecycle.advance(to: at(11_000))
        try lifecycle.pause()
        lifecycle.advance(to: at(500_000))
        #expect(lifecycle.status == .paused)
        try lifecycle.resume()
        lifecycle.advance(to: at(546_999))
        #expect(lifecycle.status == .running)
        lifecycle.advance(to: at(900_000))
        #expect(lifecycle.status == .completed)
        #expect(lifecycle.endedAt == at(547_000))
        #expect(lifecycle.played == .seconds(60))
    }

    @Test func `a travel without a stream fails after its time-out`() {
        var lifecycle = lifecycle { $0.noStream = .seconds(35) }
        lifecycle.advance(to: at(34_999))
        #expect(lifecycle.status == .pending)
        lifecycle.advance(to: at(35_000))
        #expect(lifecycle.errorCode == "TRAVEL_NO_STREAM_AUTO_END")
        #expect(lifecycle.played == nil)
    }

    @Test func `a travel completes when its client stops polling`() {
        var lifecycle = lifecycle { $0.clientVanished = .seconds(30) }
        lifecycle.advance(to: at(29_000))
        lifecycle.notePoll()
        lifecycle.advance(to: at(58_999))
        #expect(lifecycle.status == .running)
        lifecycle.advance(to: at(59_000))
        #expect(lifecycle.status == .completed)
    }

    @Test(arguments: [nil, "TRAVEL_RUNTIME_FAILED"])
    func `a second end is refused`(errorCode: String?) throws {
        var lifecycle = lifecycle()
        lifecycle.advance(to: at(4000))
        try lifecycle.end(errorCode: errorCode)
        #expect(lifecycle.status == (errorCode == nil ? .completed : .failed))
        #expect(lifecycle.endedAt == at(4000))
        #expect(throws: Refusal.conflict) { try lifecycle.end() }
        #expect(throws: Refusal.conflict) { try lifecycle.resume() }
    }

    @Test func `an earlier time changes nothing`() {
        var lifecycle = lifecycle()
        lifecycle.advance(to: at(5000))
        lifecycle.advance(to: at(100))
        #expect(lifecycle.status == .running)
        #expect(lifecycle.timeline == .seconds(4))
    }
}
