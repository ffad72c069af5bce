// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import HappyOysterWorld

/// End: possible in every situation, idempotent, bounded, independent of the server.
@Suite struct TravelEndTests {
    static let worlds: [TestWorld] = [.adventure, .directing, .acting]

    @Test(arguments: Situation.allCases, worlds)
    func `end completes within its bound in every situation, without an answer of the server`(
        _ situation: Situation,
        _ world: TestWorld
    ) throws {
        guard situation.exists(in: world) else { return }
        var bench = try situation.bench(world)
        bench.send(.end(1))
        bench.pass(.seconds(30))
        #expect(bench.code(1) == 0)
        #expect(bench.machine.status.isTerminal)
        #expect(bench.timers.isEmpty)
    }

    @Test(arguments: Situation.allCases)
    func `pending operations complete once with 109006 when the host ends the travel`(
        _ situation: Situation
    )
        throws
    {
        var bench = try situation.bench(.directing)
        let pending = [900, 901, 902].filter { bench.completions[$0] == nil }
        bench.send(.end(1))
        bench.pass(.seconds(30))
        for operation in [OperationID(900), 901, 902] {
            #expect((bench.completions[operation]?.count ?? 0) <= 1)
        }
        let waits: Set<Situation> = [
            .entering, .connecting, .pauseRequested, .pausing, .resuming, .rewinding, .rejoining,
        ]
        let completed = pending.filter { bench.code(OperationID($0)) == 109_006 }
        #expect(completed.count == (waits.contains(situation) ? 1 : 0))
        #expect(bench.errors.isEmpty)
    }

    @Test(arguments: Situation.allCases)
    func `each call of end completes with the same data`(_ situation: Situation) throws {
        var bench = try situation.bench(.directing)
        bench.send(.end(1))
        bench.send(.end(2))
        bench.pass(.seconds(30))
        bench.pass(.seconds(100))
        bench.send(.end(3))
        bench.pass(.seconds(30))
        let first = try #require(bench.value(1))
        #expect(bench.value(2) == first)
        #expect(bench.value(3) == first)
        #expect(bench.requests.count { $0 == .end(failCode: nil) } <= 1)
    }

    @Test func `the result of end has the server's end time and duration`() throws {
        var bench = try Situation.running.bench(.adventure)
        bench.send(.end(1))
        #expect(bench.requests == [.end(failCode: nil)])
        try bench.ended(["endedAt": "2026-09-03T10:02:00Z", "durationSec": 88])
        #expect(
            bench.value(1)
                == .ended(
                    .init(
                        encryptedTravelId: "travel-1",
                        status: .ended,
                        endedAt: "2026-09-03T10:02:00Z",
                        duration: 88,
                        confirmed: true
                    )
                )
        )
        #expect(bench.statuses == [.ended])
    }

    static let thinAnswers: [JSONObject] = [
        [:], ["durationSec": nil], ["durationSec": nil, "endedAt": nil], ["status": "completed"],
    ]

    @Test(arguments: thinAnswers)
    func `without the server's duration end measures from the answer to enter-travel`(
        _ answer: JSONObject
    ) throws {
        var bench = Bench()
        try bench.run()
        bench.wait(.milliseconds(12_500))
        bench.send(.end(1))
        bench.wait(.milliseconds(500))
        try bench.ended(answer)
        guard case .ended(let data)? = bench.value(1) else {
            Issue.record("end has no result")
            return
        }
        #expect(data.duration == 13)
        #expect(data.endedAtText == "2026-09-03T10:00:13Z")
        #expect(data.confirmed)
    }

    @Test(arguments: [409_000, 404_000, 106_001, 105_005, 106_002, 500_000, 101_002])
    func `end succeeds with local data when the server refuses or does not answer`(_ code: Int)
        throws
    {
        var bench = try Situation.running.bench(.adventure)
        bench.send(.end(1))
        bench.send(.endAnswered(.failure(OysterSDKError(code))))
        #expect(bench.code(1) == 0)
        #expect(bench.machine.status == .ended)
        #expect(bench.errors.isEmpty)
    }

    @Test func `the end of an idle travel sends no request`() {
        var bench = Bench()
        bench.send(.end(1))
        #expect(bench.code(1) == 0)
        #expect(bench.requests.isEmpty)
        #expect(bench.statuses == [.ended])
    }

    @Test func `an end during enter-travel ends the travel that the answer names`() throws {
        var bench = try Situation.entering.bench(.adventure)
        bench.send(.end(1))
        #expect(bench.requests.isEmpty)
        #expect(bench.code(900) == 109_006)
        try bench.enter()
        #expect(bench.requests == [.end(failCode: nil)])
        try bench.ended()
        #expect(bench.code(1) == 0)
    }

    @Test func `an end during enter-travel completes when enter-travel fails`() throws {
        var bench = try Situation.entering.bench(.adventure)
        bench.send(.end(1))
        bench.send(.entered(.failure(OysterSDKError(106_001))))
        #expect(bench.code(1) == 0)
        #expect(bench.requests.isEmpty)
    }

    @Test func `an answer to enter-travel after the bound of end is followed by a request to end`()
        throws
    {
        var bench = try Situation.entering.bench(.adventure)
        bench.send(.end(1))
        bench.pass(.seconds(30))
        #expect(bench.code(1) == 0)
        try bench.enter()
        #expect(bench.requests == [.end(failCode: nil)])
        #expect(bench.statuses == [.ended])
        #expect(bench.actions.last == .forgetSecrets)
        #expect(!bench.holdsSecrets)
    }

    @Test(arguments: [Situation.running, .paused, .connecting, .rejoining])
    func `end leaves the channel and cancels the other requests`(_ situation: Situation) throws {
        var bench = try situation.bench(.directing)
        bench.send(.end(1))
        #expect(bench.actions.contains(.leave))
        #expect(bench.actions.contains(.cancelRequests))
    }

    @Test(arguments: Situation.allCases)
    func `a travel that is over remembers no secret`(_ situation: Situation)
        throws
    {
        var bench = try situation.bench(.directing)
        if [.connecting, .running, .paused, .ending].contains(situation) {
            #expect(bench.holdsSecrets)
        }
        bench.send(.end(1))
        bench.pass(.seconds(30))
        #expect(!bench.holdsSecrets)
        if ![.ended, .failed, .switchedOff].contains(situation) {
            #expect(bench.actions.contains(.forgetSecrets))
        }
    }

    @Test func `no input after the end emits an event`() throws {
        var bench = try Situation.running.bench(.directing)
        bench.send(.end(1))
        try bench.ended()
        bench.forgetActions()
        try bench.polled("failed")
        bench.send(.firstFrame)
        bench.send(.streamFailed("gone"))
        bench.send(.gateClosed(OysterSDKError(108_001)))
        bench.pollFailed(106_001)
        try bench.instructed(nil, "Rain", 403_004)
        for timer in TravelTimer.allCases { bench.send(.timer(timer)) }
        #expect(bench.statuses.isEmpty)
        #expect(bench.errors.isEmpty)
        #expect(bench.requests.isEmpty)
    }

    @Test func `no input while the travel is ending emits an event before ended`() throws {
        var bench = try Situation.ending.bench(.directing)
        try bench.polled("failed")
        bench.pollFailed(106_001)
        bench.send(.streamFailed("gone"))
        bench.send(.gateClosed(OysterSDKError(108_001)))
        #expect(bench.errors.isEmpty)
        #expect(bench.statuses.isEmpty)
        try bench.ended()
        #expect(bench.statuses == [.ended])
    }

    @Test func `the end of a failed travel completes with status failed and sends no request`()
        throws
    {
        var bench = try Situation.failed.bench(.directing)
        bench.send(.end(1))
        guard case .ended(let data)? = bench.value(1) else {
            Issue.record("end has no result")
            return
        }
        #expect(data.status == .failed)
        #expect(bench.requests.isEmpty)
    }
}
