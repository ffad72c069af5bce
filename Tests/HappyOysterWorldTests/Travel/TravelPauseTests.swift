// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import Testing

@testable import HappyOysterWorld

/// Pause: request, `pausing`, the poll's confirmation, leaving.
@Suite struct TravelPauseTests {
    @Test(arguments: [TestWorld.directing, .scriptlist, .acting])
    func `a pause is pausing when accepted and paused when a poll confirms it`(
        _ world: TestWorld
    ) throws {
        var bench = Bench(world)
        try bench.run()
        bench.forgetActions()
        bench.send(.pause(1))
        #expect(bench.requests == [.pause])
        #expect(bench.statuses.isEmpty)
        bench.send(.pauseAnswered(nil))
        #expect(bench.statuses == [.pausing])
        #expect(bench.code(1) == nil)
        try bench.polled("running")
        #expect(bench.code(1) == nil)
        try bench.polled("paused")
        #expect(bench.statuses == [.pausing, .paused])
        #expect(
            bench.value(1)
                == .state(.init(encryptedTravelId: "travel-1", status: .paused))
        )
    }

    @Test func `a pause leaves the channel after the confirmation, not before`() throws {
        var bench = Bench(.directing)
        try bench.acceptPause()
        #expect(!bench.actions.contains(.leave))
        try bench.polled("paused")
        #expect(bench.actions.contains(.leave))
    }

    @Test func `a poll that was sent before the pause does not confirm it`() throws {
        var bench = Bench(.directing)
        try bench.run()
        let asked = bench.now
        bench.wait(.milliseconds(1))
        bench.send(.pause(1))
        bench.send(.pauseAnswered(nil))
        try bench.polled("paused", asked: asked)
        #expect(bench.machine.status == .pausing)
        #expect(bench.code(1) == nil)
    }

    @Test func `a confirmation before the answer emits pausing, then paused`() throws {
        var bench = Bench(.directing)
        try bench.run()
        bench.forgetActions()
        bench.send(.pause(1))
        bench.wait(.milliseconds(1))
        try bench.polled("paused")
        #expect(bench.statuses == [.pausing, .paused])
        #expect(bench.code(1) == 0)
        bench.send(.pauseAnswered(nil))
        #expect(bench.statuses == [.pausing, .paused])
        #expect(bench.completions[1]?.count == 1)
    }

    @Test func `a second pause shares the request of the first`() throws {
        var bench = Bench(.directing)
        try bench.acceptPause()
        bench.send(.pause(1))
        bench.send(.pause(2))
        try bench.polled("paused")
        #expect(bench.code(1) == 0)
        #expect(bench.code(2) == 0)
        #expect(bench.count(.pause) == 1)
    }

    @Test func `pause while paused succeeds at once and sends nothing`() throws {
        var bench = try Situation.paused.bench(.directing)
        bench.send(.pause(1))
        #expect(bench.code(1) == 0)
        #expect(bench.requests.isEmpty)
        #expect(bench.statuses.isEmpty)
    }

    @Test(arguments: [409_000, 106_001, 105_005, 106_002, 101_002, 500_000])
    func `a refused pause fails its completion without an event, and the travel stays running`(
        _ code: Int
    ) throws {
        var bench = Bench(.directing)
        try bench.run()
        bench.forgetActions()
        bench.send(.pause(1))
        bench.send(.pauseAnswered(OysterSDKError(code)))
        #expect(bench.code(1) == code)
        #expect(bench.error(1)?.operationName == .pause)
        #expect(bench.errors.isEmpty)
        #expect(bench.statuses.isEmpty)
        #expect(bench.machine.status == .running)
    }

    @Test func `a pause without a confirmation is 105005, and the travel stays pausing`() throws {
        var bench = Bench(.directing, timeout: .seconds(10))
        try bench.run()
        bench.send(.pause(1))
        bench.wait(.seconds(4))
        bench.send(.pauseAnswered(nil))
        bench.pass(.seconds(9))
        #expect(bench.code(1) == nil)
        bench.pass(.seconds(1))
        #expect(bench.code(1) == 105_005)
        #expect(bench.error(1)?.message.contains("within 10000 ms") == true)
        #expect(bench.errors.isEmpty)
        #expect(bench.machine.status == .pausing)
        try bench.polled("paused")
        #expect(bench.machine.status == .paused)
    }

    @Test func `a pause after a missing confirmation waits for the whole bound`() throws {
        var bench = Bench(.directing, timeout: .seconds(10))
        try bench.acceptPause()
        bench.pass(.seconds(10))
        bench.send(.pause(1))
        #expect(bench.count(.pause) == 1)
        bench.pass(.seconds(9))
        #expect(bench.code(1) == nil)
        bench.pass(.seconds(1))
        #expect(bench.code(1) == 105_005)
    }

    @Test(arguments: [105_005, 106_001, 106_002, 106_003])
    func `one poll paused confirms a pause without an answer`(_ code: Int) throws {
        var bench = Bench(.directing)
        try bench.run()
        bench.send(.pause(1))
        bench.send(.pauseAnswered(OysterSDKError(code)))
        bench.forgetActions()
        try bench.polled("paused")
        #expect(bench.statuses == [.pausing, .paused])
        #expect(bench.actions.contains(.leave))
        #expect(bench.errors.isEmpty)
    }

    @Test(arguments: [105_005, 106_001, 106_002, 106_003, 500_000, 101_002, 404_000])
    func `the message of a failed pause says that an unanswered request was sent once`(
        _ code: Int
    ) throws {
        var bench = try Situation.running.bench(.directing)
        bench.send(.pause(1))
        bench.send(.pauseAnswered(OysterSDKError(code)))
        #expect(bench.count(.pause) == 1)
        let isRefusal = [101_002, 404_000].contains(code)
        let message = try #require(bench.error(1)).message
        #expect(message.hasSuffix("; the request was sent once.") == !isRefusal)
    }

    @Test func `409000 confirms a pause after an earlier one without an answer`()
        throws
    {
        var bench = Bench(.directing)
        try bench.run()
        bench.send(.pause(1))
        bench.send(.pauseAnswered(OysterSDKError(105_005)))
        bench.send(.pause(2))
        bench.send(.pauseAnswered(OysterSDKError(409_000)))
        #expect(bench.code(2) == nil)
        try bench.polled("paused")
        #expect(bench.code(2) == 0)
        #expect(bench.machine.status == .paused)
    }

    @Test func `a stream that ends after an accepted pause does not fail the travel`() throws {
        var bench = Bench(.directing)
        try bench.acceptPause()
        bench.send(.stream(.disconnected))
        #expect(bench.machine.status == .pausing)
        #expect(bench.errors.isEmpty)
    }

    @Test func `a stream that was lost during a refused pause has the no-stream time to return`()
        throws
    {
        var bench = Bench(.directing)
        try bench.run()
        bench.send(.pause(1))
        bench.send(.stream(.reconnecting))
        bench.send(.pauseAnswered(OysterSDKError(409_000)))
        #expect(bench.machine.status == .prepare)
        bench.pass(.seconds(30))
        #expect(bench.errors.map(\.code) == [105_006])
    }

    @Test(arguments: ["storyV2", "STORYV2", "storyv2", "  storyV2\n", "\tStoryV2 "])
    func `the version that allows pause is compared trimmed and in any case of letters`(
        _ version: String
    ) throws {
        var bench = Bench(.directing)
        bench.begin()
        try bench.enter(["version": .string(version)])
        bench.showFirstFrame()
        bench.send(.pause(1))
        #expect(bench.count(.pause) == 1)
    }

    @Test(arguments: ["storyV1", "", "actingV2", "story V2", "storyV22", "wanderV2"])
    func `another version refuses pause with 103002 and sends nothing`(_ version: String) throws {
        var bench = Bench(.directing)
        bench.begin()
        try bench.enter(["version": .string(version)])
        bench.showFirstFrame()
        bench.send(.pause(1))
        #expect(bench.code(1) == 103_002)
        #expect(bench.count(.pause) == 0)
    }

    @Test func `pause in an acting travel requires the version actingV2`() throws {
        var bench = Bench(.acting)
        bench.begin()
        try bench.enter(["version": "storyV2"])
        bench.showFirstFrame()
        bench.send(.pause(1))
        #expect(bench.code(1) == 103_002)
    }
}
