// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterTestSupport
import Synchronization
import Testing

@testable import HappyOysterWorld

/// Subscribers, reads and the line of callbacks.
@Suite struct SubscriptionTests {
    @Test func `every subscriber sees every event from its subscription on`() throws {
        let world = try World()
        let voyage = try world.makeTravel()
        let late = Mutex<[UInt64]>([])
        _ = try voyage.start()
        #expect(
            voyage.travel.subscribe(id: 2) { event in late.withLock { $0.append(event.sequence) } }
        )
        world.answer("travels/enter-travel", Voyage.entry(.adventure))
        voyage.showFirstFrame()
        let all = voyage.events.map(\.sequence)
        #expect(late.withLock { $0 } == Array(all.dropFirst()))
    }

    @Test func `after unsubscribing nothing more is seen`() throws {
        let world = try World()
        let voyage = try world.makeTravel()
        #expect(voyage.travel.unsubscribe(id: 1))
        #expect(!voyage.travel.unsubscribe(id: 1))
        try voyage.run()
        #expect(voyage.events.isEmpty)
    }

    @Test func `subscribers have a bound`() throws {
        let voyage = try World().makeTravel()
        for id in 2...64 { #expect(voyage.travel.subscribe(id: UInt64(id)) { _ in }) }
        #expect(!voyage.travel.subscribe(id: 65) { _ in })
    }

    @Test func `completions, endings and their errors are essential, updates are repeatable`()
        throws
    {
        let world = try World()
        let voyage = try world.makeTravel()
        try voyage.run()
        let before = world.delivery.importances.count
        world.poll("running", more: ["characterActions": ["dash"]])
        #expect(world.delivery.importances[before...] == [.repeatable])
        world.loop.advance(by: .seconds(2))
        world.breakDown("travels/status")
        #expect(world.delivery.importances[(before + 1)...] == [.error])
        world.poll("failed")
        #expect(world.delivery.importances[(before + 2)...] == [.essential, .essential])
    }

    @Test func `dropped events are counted`() throws {
        let world = try World()
        let voyage = try world.makeTravel()
        try voyage.run()
        world.delivery.hold()
        world.poll("running", more: ["characterActions": ["dash"]])
        world.delivery.dropWaiting()
        #expect(voyage.travel.statistics["eventsDropped"] == 1)
    }

    @Test func `the info grows with what is known, and has no URL`() throws {
        let world = try World(.acting)
        let voyage = try world.makeTravel()
        #expect(voyage.travel.info == ["status": "idle"])
        try voyage.run()
        world.poll(
            "running",
            more: [
                "chapters": [["chapterId": 1, "chapterImage": "https://cdn.example.test/c.jpg"]]
            ]
        )
        let info = voyage.travel.info
        #expect(info["status"] == "running")
        #expect(info["mode"] == "acting")
        #expect(info["aspectRatio"] == "9:16")
        #expect(info["streamEngine"] == "scripted")
        #expect(info["chapters"] == [["chapterId": 1]])
        #expect(info["firstFrame"] == nil)
    }

    @Test func `the statistics count requests, polls and failures`() throws {
        let world = try World()
        let voyage = try world.makeTravel()
        try voyage.run()
        world.poll("running")
        world.loop.advance(by: .seconds(2))
        world.breakDown("travels/status")
        let figures = voyage.travel.statistics
        #expect(figures["polls"] == 2)
        #expect(figures["pollFailures"] == 1)
        #expect(figures["requests"] == 3)
        #expect(figures["stream"] == ["joined": true])
    }

    @Test func `of the microphone nothing is said unless the host does`() throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        try voyage.run()
        #expect(voyage.connection?.localAudio == [])
    }

    @Test(arguments: [true, false])
    func `the microphone's state is remembered for the next join`(isOn: Bool) throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        voyage.travel.setLocalAudio(isOn)
        try voyage.run()
        #expect(voyage.connection?.localAudio == [isOn])
        voyage.travel.setLocalAudio(!isOn)
        world.loop.run()
        #expect(voyage.connection?.localAudio == [isOn, !isOn])
    }

    @Test func `the microphone is given to the stream after a pause as well`() throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        try voyage.run()
        voyage.travel.setLocalAudio(true)
        try voyage.runPause()
        _ = try voyage.resume()
        world.loop.advance(by: .seconds(3))
        world.answer("travels/resume", [:])
        #expect(world.streams.connections.map(\.localAudio) == [[true], [true]])
    }

    @Test func `words of a stream that was left are not heard`() throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        try voyage.run()
        try voyage.runPause()
        let first = world.streams.connections[0]
        first.sink.failed("late")
        first.sink.stateChanged(.disconnected)
        world.loop.run()
        #expect(voyage.errors.isEmpty)
        _ = try voyage.resume()
        world.loop.advance(by: .seconds(3))
        world.answer("travels/resume", [:])
        first.sink.firstFrameArrived()
        world.loop.run()
        #expect(voyage.travel.status == .prepare)
        voyage.showFirstFrame()
        #expect(voyage.travel.status == .running)
    }

    @Test func `an engine that refuses the join fails the travel`() throws {
        let world = try World()
        world.streams.refuseJoins(with: OysterSDKError(105_001))
        let voyage = try world.makeTravel()
        let start = try voyage.start()
        world.answer("travels/enter-travel", Voyage.entry(.adventure))
        #expect(start.code == 105_001)
        #expect(voyage.errors.map(\.code) == [105_001])
        #expect(world.transport.sent(to: "travels/end").count == 1)
    }
}
