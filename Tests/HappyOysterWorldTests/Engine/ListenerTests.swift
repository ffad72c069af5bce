// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterTestSupport
import Synchronization
import Testing

@testable import HappyOysterWorld

/// Listeners, properties, and the importance of events.
@Suite struct ListenerTests {
    @Test func `each listener gets the events since it was added`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        let late = Mutex<[UInt64]>([])
        _ = try travel.start()
        #expect(
            travel.core.addListener(id: 2) { event in late.withLock { $0.append(event.sequence) } }
        )
        fixture.answer("travels/enter-travel", TravelFixture.entry(.adventure))
        travel.showFirstFrame()
        let all = travel.events.map(\.sequence)
        #expect(late.withLock { $0 } == Array(all.dropFirst()))
    }

    @Test func `a removed listener gets no event`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        #expect(travel.core.removeListener(id: 1))
        #expect(!travel.core.removeListener(id: 1))
        try travel.run()
        #expect(travel.events.isEmpty)
    }

    @Test func `the 65th listener is refused`() throws {
        let travel = try EngineFixture().makeTravel()
        for id in 2...64 { #expect(travel.core.addListener(id: UInt64(id)) { _ in }) }
        #expect(!travel.core.addListener(id: 65) { _ in })
    }

    @Test func `completions, endings and their errors are essential, updates are repeatable`()
        throws
    {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        try travel.run()
        let before = fixture.delivery.importances.count
        fixture.poll("running", more: ["characterActions": ["dash"]])
        #expect(fixture.delivery.importances[before...] == [.repeatable])
        fixture.loop.advance(by: .seconds(2))
        fixture.failOnNetwork("travels/status")
        #expect(fixture.delivery.importances[(before + 1)...] == [.error])
        fixture.poll("failed")
        #expect(fixture.delivery.importances[(before + 2)...] == [.essential, .essential])
    }

    @Test func `dropped events are counted`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        try travel.run()
        fixture.delivery.hold()
        fixture.poll("running", more: ["characterActions": ["dash"]])
        fixture.delivery.dropWaiting()
        #expect(travel.core.statistics["eventsDropped"] == 1)
    }

    @Test func `the info has the data known so far, and no URL`() throws {
        let fixture = try EngineFixture(.acting)
        let travel = try fixture.makeTravel()
        #expect(travel.core.info == ["status": "idle"])
        try travel.run()
        fixture.poll(
            "running",
            more: [
                "chapters": [["chapterId": 1, "chapterImage": "https://cdn.example.test/c.jpg"]]
            ]
        )
        let info = travel.core.info
        #expect(info["status"] == "running")
        #expect(info["mode"] == "acting")
        #expect(info["aspectRatio"] == "9:16")
        #expect(info["streamEngine"] == "scripted")
        #expect(info["chapters"] == [["chapterId": 1]])
        #expect(info["firstFrame"] == nil)
    }

    @Test func `the statistics count requests, polls and failures`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        try travel.run()
        fixture.poll("running")
        fixture.loop.advance(by: .seconds(2))
        fixture.failOnNetwork("travels/status")
        let figures = travel.core.statistics
        #expect(figures["polls"] == 2)
        #expect(figures["pollFailures"] == 1)
        #expect(figures["requests"] == 3)
        #expect(figures["stream"] == ["joined": true])
    }

    @Test func `the statistics have the member stream only while the travel has a stream`() throws {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        #expect(travel.core.statistics["stream"] == nil)
        try travel.run()
        #expect(travel.core.statistics["stream"] == ["joined": true])
        try travel.runPause()
        #expect(travel.core.statistics["stream"] == nil)
        fixture.loop.advance(by: .seconds(3))
        _ = try travel.resume()
        fixture.answer("travels/resume", ["status": "running"])
        travel.showFirstFrame()
        #expect(travel.core.statistics["stream"] == ["joined": true])
        _ = try travel.end()
        #expect(travel.core.statistics["stream"] == nil)
        fixture.answer("travels/end", [:])
        #expect(travel.core.statistics["stream"] == nil)
    }

    @Test func `the stream engine gets no microphone setting unless the host sets one`() throws {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try travel.run()
        #expect(travel.connection?.localAudio == [])
    }

    @Test(arguments: [true, false])
    func `the microphone setting is applied to the next join`(isOn: Bool) throws {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        travel.core.setLocalAudio(isOn)
        try travel.run()
        #expect(travel.connection?.localAudio == [isOn])
        travel.core.setLocalAudio(!isOn)
        fixture.loop.run()
        #expect(travel.connection?.localAudio == [isOn, !isOn])
    }

    @Test func `the microphone setting is applied again after a pause`() throws {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try travel.run()
        travel.core.setLocalAudio(true)
        try travel.runPause()
        _ = try travel.resume()
        fixture.loop.advance(by: .seconds(3))
        fixture.answer("travels/resume", [:])
        #expect(fixture.streams.connections.map(\.localAudio) == [[true], [true]])
    }

    @Test func `reports of a stream that was left are ignored`() throws {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try travel.run()
        try travel.runPause()
        let first = fixture.streams.connections[0]
        first.sink.failed("late")
        first.sink.stateChanged(.disconnected)
        fixture.loop.run()
        #expect(travel.errors.isEmpty)
        _ = try travel.resume()
        fixture.loop.advance(by: .seconds(3))
        fixture.answer("travels/resume", [:])
        first.sink.firstFrameArrived()
        fixture.loop.run()
        #expect(travel.core.status == .prepare)
        travel.showFirstFrame()
        #expect(travel.core.status == .running)
    }

    @Test func `a stream engine that refuses the join fails the travel`() throws {
        let fixture = try EngineFixture()
        fixture.streams.refuseJoins(with: OysterSDKError(105_001))
        let travel = try fixture.makeTravel()
        let start = try travel.start()
        fixture.answer("travels/enter-travel", TravelFixture.entry(.adventure))
        #expect(start.code == 105_001)
        #expect(travel.errors.map(\.code) == [105_001])
        #expect(fixture.transport.sent(to: "travels/end").count == 1)
    }
}
