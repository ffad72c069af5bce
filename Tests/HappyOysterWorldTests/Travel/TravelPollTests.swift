// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import Testing

@testable import HappyOysterWorld

/// The status poll.
@Suite struct TravelPollTests {
    private func polls(_ bench: Bench) -> [Heartbeat] {
        bench.requests.compactMap { request in
            if case .status(let heartbeat) = request { heartbeat } else { nil }
        }
    }

    @Test func `polls start one interval apart when answers take less than the interval`() throws {
        var bench = Bench()
        bench.begin()
        try bench.enter()
        bench.pass(.seconds(2))
        #expect(polls(bench).count == 1)
        let asked = bench.now
        bench.pass(.milliseconds(700))
        #expect(polls(bench).count == 1)
        try bench.polled("running", asked: asked)
        bench.pass(.milliseconds(1299))
        #expect(polls(bench).count == 1)
        bench.pass(.milliseconds(1))
        #expect(polls(bench).count == 2)
    }

    @Test func `an answer that took longer than the interval is followed by a poll at once`() throws
    {
        var bench = Bench()
        try bench.run()
        bench.pass(.seconds(2))
        let asked = bench.now
        bench.pass(.seconds(20))
        #expect(polls(bench).count == 1)
        try bench.polled("running", asked: asked)
        bench.pass(.zero)
        #expect(polls(bench).count == 2)
    }

    @Test(arguments: [106_001, 106_002, 106_003, 105_005, 500_000, 404_000, 101_001, 101_002])
    func `a failed poll is one error event, and polls continue`(_ code: Int) throws {
        var bench = Bench()
        try bench.run()
        bench.pass(.seconds(2))
        bench.pollFailed(code)
        #expect(bench.errors.map(\.code) == [code])
        #expect(bench.errors.first?.endsTravel == false)
        #expect(bench.machine.status == .running)
        bench.pass(.seconds(2))
        #expect(polls(bench).count == 2)
    }

    @Test func `a failed poll completes no pending operation`() throws {
        var bench = Bench(.directing)
        try bench.run()
        bench.send(.pause(1))
        bench.pollFailed(106_001)
        #expect(bench.code(1) == nil)
        #expect(bench.errors.count == 1)
    }

    @Test func `a polled failure is one error event, then failed`() throws {
        var bench = Bench()
        try bench.run()
        bench.forgetActions()
        try bench.polled(
            "failed",
            ["errorCode": "TRAVEL_RUNTIME_FAILED", "errorMessage": "It stopped."]
        )
        let notices = bench.actions.compactMap { action -> TravelNotice? in
            if case .emit(let notice) = action { notice } else { nil }
        }
        #expect(notices.count == 2)
        let error = try #require(bench.errors.first)
        #expect(notices.first == .error(error))
        #expect(error.code == 500_001)
        #expect(error.endsTravel)
        #expect(error.diagnostics.errorCode == "TRAVEL_RUNTIME_FAILED")
        #expect(error.diagnostics.errorMessage == "It stopped.")
        #expect(notices.last == .statusChanged(.failed))
    }

    @Test func `a polled failure for lack of a stream is 105006`() throws {
        var bench = Bench()
        try bench.run()
        try bench.polled("failed", ["errorCode": "TRAVEL_NO_STREAM_AUTO_END"])
        #expect(bench.errors.map(\.code) == [105_006])
    }

    @Test func `a polled failure completes pending operations with its code`() throws {
        var bench = Bench(.directing)
        try bench.run()
        bench.send(.pause(1))
        try bench.polled("failed")
        #expect(bench.code(1) == 500_001)
        #expect(bench.errors.map(\.code) == [500_001])
    }

    @Test func `a travel that the server reports as over is not ended again`() throws {
        var bench = Bench()
        try bench.run()
        try bench.polled("failed")
        #expect(!bench.requests.contains(.end(failCode: nil)))
    }

    @Test func `a polled completion ends the travel without an error`() throws {
        var bench = Bench()
        try bench.run()
        try bench.polled("completed")
        #expect(bench.errors.isEmpty)
        #expect(bench.statuses.last == .ended)
    }

    @Test(arguments: ["init", "pending", "running", "paused", "dreaming"])
    func `no other polled status changes a running travel`(_ word: String) throws {
        var bench = Bench(.directing)
        try bench.run()
        bench.forgetActions()
        try bench.polled(word)
        #expect(bench.machine.status == .running)
        #expect(bench.statuses.isEmpty)
        #expect(bench.errors.isEmpty)
    }

    @Test(arguments: Situation.allCases.filter { ![.idle, .entering].contains($0) })
    func `polls continue until the travel is over`(_ situation: Situation) throws {
        var bench = try situation.bench(.directing)
        let isAlive = ![.ending, .ended, .failed, .switchedOff].contains(situation)
        #expect((bench.timers[.poll] != nil) == isAlive)
        try bench.polled("running")
        #expect((bench.timers[.poll] != nil) == isAlive)
    }

    @Test func `the heartbeat has the stream's state and the time when it began`() throws {
        var bench = Bench()
        bench.begin()
        try bench.enter()
        func beat() throws -> Heartbeat? {
            bench.send(.timer(.poll))
            try bench.polled("running")
            return polls(bench).last
        }
        let entered = bench.wallClockMs
        #expect(try beat() == Heartbeat(clientStreamStatus: "CONNECTING", sinceMs: entered))
        bench.wait(.seconds(1))
        bench.send(.stream(.connected))
        bench.wait(.seconds(1))
        #expect(try beat() == Heartbeat(clientStreamStatus: "CONNECTED", sinceMs: entered + 1000))
        bench.send(.firstFrame)
        bench.wait(.seconds(5))
        bench.send(.stream(.playing))
        #expect(try beat() == Heartbeat(clientStreamStatus: "PLAYING", sinceMs: entered + 2000))
        bench.send(.stream(.buffering))
        #expect(try beat()?.clientStreamStatus == "BUFFERING")
        bench.send(.stream(.reconnecting))
        #expect(try beat()?.clientStreamStatus == "RECONNECTING")
    }

    @Test func `the heartbeat of a paused travel is PAUSED`() throws {
        var bench = Bench(.directing)
        try bench.confirmPause()
        bench.send(.timer(.poll))
        #expect(polls(bench).last?.clientStreamStatus == "PAUSED")
    }

    @Test func `the lists of a poll are an event only when they have changed`() throws {
        var bench = Bench()
        try bench.run()
        bench.forgetActions()
        let updates = { (bench: Bench) in
            bench.actions.count { if case .emit(.updated) = $0 { true } else { false } }
        }
        try bench.polled("running", ["characterActions": ["dash", "jump"]])
        try bench.polled("running", ["characterActions": ["dash", "jump"]])
        #expect(updates(bench) == 1)
        try bench.polled("running", ["characterActions": ["dash"], "chapters": [["chapterId": 1]]])
        #expect(updates(bench) == 2)
        #expect(bench.machine.snapshot.update.characterActions == ["dash"])
    }

    @Test func `a failed travel keeps its last lists`() throws {
        var bench = Bench()
        try bench.run()
        try bench.polled("running", ["characterActions": ["dash"]])
        try bench.polled("failed", ["characterActions": nil])
        #expect(bench.machine.snapshot.update.characterActions == ["dash"])
    }
}
