// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// Whole travels, from creation to the end, in each mode.
@Suite struct TravelStoryTests {
    @Test func `an adventure travel runs from start to end`() throws {
        let fixture = try EngineFixture(.adventure)
        let travel = try fixture.makeTravel()
        #expect(travel.core.status == .idle)
        #expect(travel.core.can(.start))
        let start = try travel.start(maxExperienceTimeSec: 90)
        #expect(travel.core.status == .prepare)
        let entered = try #require(fixture.transport.sent(to: "travels/enter-travel").first)
        #expect(
            entered.body
                == ["ticket": .string(EngineFixture.ticket), "maxExperienceTimeSec": 90]
        )
        fixture.answer("travels/enter-travel", TravelFixture.entry(.adventure))
        #expect(travel.connection?.request.travelId == TravelFixture.id)
        #expect(
            travel.connection?.request.rtcConfig == TravelFixture.entry(.adventure)["rtcConfig"]
        )
        travel.showFirstFrame()
        #expect(start.code == 0)
        #expect(travel.core.can(.sendCommand))
        travel.command(.front, act: .jump)
        #expect(travel.connection?.commands.count == 1)
        fixture.poll("running", more: ["characterActions": ["dash"]])
        let end = try travel.end()
        fixture.answer("travels/end", ["endedAt": "2026-09-03T10:02:00Z", "durationSec": 88])
        guard case .ended(let data)? = end.value else {
            Issue.record("end has no result")
            return
        }
        #expect(data.duration == 88)
        #expect(travel.statuses == [.prepare, .running, .ended])
        #expect(travel.errors.isEmpty)
        #expect(travel.connection?.hasLeft == true)
        #expect(travel.connection?.statuses.contains(.running) == true)
    }

    @Test(arguments: [OysterModeValue.directing, .acting])
    func `a travel queues an instruction while paused and sends it after resume`(
        _ mode: OysterModeValue
    ) throws {
        let fixture = try EngineFixture(mode)
        let travel = try fixture.makeTravel()
        try travel.run()
        let pause = try travel.runPause()
        #expect(pause.code == 0)
        #expect(fixture.streams.connections[0].hasLeft)
        let instruct = try travel.instruct("Rain starts to fall")
        #expect(instruct.value?.json["queued"] == true)
        #expect(fixture.transport.sent(to: "travels/instruct").isEmpty)

        let resume = try travel.resume()
        fixture.loop.advance(by: .milliseconds(2999))
        #expect(fixture.transport.sent(to: "travels/resume").isEmpty)
        fixture.loop.advance(by: .milliseconds(1))
        fixture.answer("travels/resume", ["status": "running"])
        #expect(fixture.streams.connections.count == 2)
        #expect(resume.code == nil)
        travel.showFirstFrame()
        #expect(resume.code == 0)
        #expect(
            fixture.streams.connections.map(\.request.rtcConfig)
                == Array(repeating: TravelFixture.entry(mode)["rtcConfig"] ?? .null, count: 2)
        )
        let sent = try #require(fixture.transport.sent(to: "travels/instruct").first)
        #expect(sent.body?["content"] == "Rain starts to fall")
        _ = try travel.end()
        fixture.answer("travels/end", ["durationSec": 20])
        #expect(
            travel.statuses
                == [.prepare, .running, .pausing, .paused, .prepare, .running, .ended]
        )
        #expect(travel.errors.isEmpty)
    }

    @Test func `a directing travel rewinds`() throws {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try travel.run()
        try travel.runPause()
        let rewind = try travel.rewind(6)
        fixture.loop.advance(by: .seconds(3))
        let sent = try #require(fixture.transport.sent(to: "travels/rewind").first)
        #expect(sent.body?["rewindToSec"]?.doubleValue == 6)
        fixture.answer("travels/rewind", ["resumedAtSec": 8, "actualRewindToSec": 8])
        travel.showFirstFrame()
        guard case .rewound(let data)? = rewind.value else {
            Issue.record("rewind has no result")
            return
        }
        #expect(data.resumedAtSec == 8)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -0.001, -1])
    func `rewind to an invalid second throws 109002 and sends nothing`(
        _ second: Double
    ) throws {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try travel.run()
        try travel.runPause()
        let error = #expect(throws: OysterSDKError.self) { try travel.rewind(second) }
        #expect(error?.code == 109_002)
        fixture.loop.advance(by: .seconds(5))
        #expect(fixture.transport.sent(to: "travels/rewind").isEmpty)
    }

    @Test(arguments: ["", "  \n", String(repeating: "x", count: 2001)])
    func `a blank or too long instruction throws 400000 and sends nothing`(_ text: String)
        throws
    {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try travel.run()
        let error = #expect(throws: OysterSDKError.self) { try travel.instruct(text) }
        #expect(error?.code == 400_000)
        #expect(fixture.transport.sent(to: "travels/instruct").isEmpty)
    }

    @Test func `each instruction has its own request key of allowed characters`()
        throws
    {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try travel.run()
        for number in 0..<50 { _ = try travel.instruct("Text \(number)") }
        let keys = fixture.transport.sent(to: "travels/instruct").compactMap {
            $0.body?["clientRequestId"]?.stringValue
        }
        #expect(Set(keys).count == 50)
        for key in keys {
            #expect((1...32).contains(key.utf8.count))
            let isPlain = key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            #expect(isPlain)
        }
    }

    @Test func `the end of a travel cancels every request but that of end`() throws {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try travel.run()
        fixture.loop.advance(by: .seconds(2))
        let poll = try #require(fixture.transport.waiting(at: "travels/status").first)
        _ = try travel.end()
        #expect(fixture.transport.isCancelled(poll))
        #expect(fixture.transport.waiting(at: "travels/end").count == 1)
    }

    @Test func `a travel that is over leaves no timer and no request`() throws {
        let fixture = try EngineFixture(.directing)
        let before = fixture.loop.pendingTimers
        let travel = try fixture.makeTravel()
        try travel.run()
        try travel.runPause()
        _ = try travel.end()
        fixture.answer("travels/end", [:])
        #expect(fixture.loop.pendingTimers == before)
        fixture.loop.advance(by: .seconds(600))
        #expect(fixture.transport.sent(to: "travels/status").count < 10)
    }

    @Test func `events have rising numbers and times, and the terminal status is the last`() throws
    {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try travel.run()
        fixture.loop.advance(by: .seconds(2))
        fixture.failOnNetwork("travels/status")
        fixture.poll("failed")
        let events = travel.events
        #expect(events.map(\.sequence) == (1...UInt64(events.count)).map { $0 })
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
        #expect(events.last?.notice == .statusChanged(.failed))
        #expect(events.last?.status == .failed)
        #expect(events.first?.status == .prepare)
    }
}
