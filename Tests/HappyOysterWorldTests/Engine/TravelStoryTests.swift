// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// Whole travels, from creation to the end, in each mode.
@Suite struct TravelStoryTests {
    @Test func `an adventure runs from start to end`() throws {
        let world = try World(.adventure)
        let voyage = try world.makeTravel()
        #expect(voyage.travel.status == .idle)
        #expect(voyage.travel.can(.start))
        let start = try voyage.start(maxExperienceTimeSec: 90)
        #expect(voyage.travel.status == .prepare)
        let entered = try #require(world.transport.sent(to: "travels/enter-travel").first)
        #expect(
            entered.body
                == ["ticket": .string(World.ticket), "maxExperienceTimeSec": 90]
        )
        world.answer("travels/enter-travel", Voyage.entry(.adventure))
        #expect(voyage.connection?.request.travelId == Voyage.id)
        #expect(voyage.connection?.request.rtcConfig == Voyage.entry(.adventure)["rtcConfig"])
        voyage.showFirstFrame()
        #expect(start.code == 0)
        #expect(voyage.travel.can(.sendCommand))
        voyage.command(.front, act: .jump)
        #expect(voyage.connection?.commands.count == 1)
        world.poll("running", more: ["characterActions": ["dash"]])
        let end = try voyage.end()
        world.answer("travels/end", ["endedAt": "2026-09-03T10:02:00Z", "durationSec": 88])
        guard case .ended(let data)? = end.value else {
            Issue.record("end has no result")
            return
        }
        #expect(data.duration == 88)
        #expect(voyage.statuses == [.prepare, .running, .ended])
        #expect(voyage.errors.isEmpty)
        #expect(voyage.connection?.hasLeft == true)
        #expect(voyage.connection?.statuses.contains(.running) == true)
    }

    @Test(arguments: [OysterModeValue.directing, .acting])
    func `a text-driven travel pauses, keeps an instruction, resumes and sends it`(
        _ mode: OysterModeValue
    ) throws {
        let world = try World(mode)
        let voyage = try world.makeTravel()
        try voyage.run()
        let pause = try voyage.runPause()
        #expect(pause.code == 0)
        #expect(world.streams.connections[0].hasLeft)
        let instruct = try voyage.instruct("Rain starts to fall")
        #expect(instruct.value?.json["queued"] == true)
        #expect(world.transport.sent(to: "travels/instruct").isEmpty)

        let resume = try voyage.resume()
        world.loop.advance(by: .milliseconds(2999))
        #expect(world.transport.sent(to: "travels/resume").isEmpty)
        world.loop.advance(by: .milliseconds(1))
        world.answer("travels/resume", ["status": "running"])
        #expect(world.streams.connections.count == 2)
        #expect(resume.code == nil)
        voyage.showFirstFrame()
        #expect(resume.code == 0)
        #expect(
            world.streams.connections.map(\.request.rtcConfig)
                == Array(repeating: Voyage.entry(mode)["rtcConfig"] ?? .null, count: 2)
        )
        let sent = try #require(world.transport.sent(to: "travels/instruct").first)
        #expect(sent.body?["content"] == "Rain starts to fall")
        _ = try voyage.end()
        world.answer("travels/end", ["durationSec": 20])
        #expect(
            voyage.statuses
                == [.prepare, .running, .pausing, .paused, .prepare, .running, .ended]
        )
        #expect(voyage.errors.isEmpty)
    }

    @Test func `a directing travel rewinds`() throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        try voyage.run()
        try voyage.runPause()
        let rewind = try voyage.rewind(6)
        world.loop.advance(by: .seconds(3))
        let sent = try #require(world.transport.sent(to: "travels/rewind").first)
        #expect(sent.body?["rewindToSec"]?.doubleValue == 6)
        world.answer("travels/rewind", ["resumedAtSec": 8, "actualRewindToSec": 8])
        voyage.showFirstFrame()
        guard case .rewound(let data)? = rewind.value else {
            Issue.record("rewind has no result")
            return
        }
        #expect(data.resumedAtSec == 8)
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, -0.001, -1])
    func `rewind to no second is an invalid argument, at once, and nothing is sent`(
        _ second: Double
    ) throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        try voyage.run()
        try voyage.runPause()
        let error = #expect(throws: OysterSDKError.self) { try voyage.rewind(second) }
        #expect(error?.code == 109_002)
        world.loop.advance(by: .seconds(5))
        #expect(world.transport.sent(to: "travels/rewind").isEmpty)
    }

    @Test(arguments: ["", "  \n", String(repeating: "x", count: 2001)])
    func `a blank or too long instruction is 400000, at once, and nothing is sent`(_ text: String)
        throws
    {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        try voyage.run()
        let error = #expect(throws: OysterSDKError.self) { try voyage.instruct(text) }
        #expect(error?.code == 400_000)
        #expect(world.transport.sent(to: "travels/instruct").isEmpty)
    }

    @Test func `each instruction has a request key of its own, within the service's letters`()
        throws
    {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        try voyage.run()
        for number in 0..<50 { _ = try voyage.instruct("Text \(number)") }
        let keys = world.transport.sent(to: "travels/instruct").compactMap {
            $0.body?["clientRequestId"]?.stringValue
        }
        #expect(Set(keys).count == 50)
        for key in keys {
            #expect((1...32).contains(key.utf8.count))
            let isPlain = key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            #expect(isPlain)
        }
    }

    @Test func `requests are called off at the end, but not the end itself`() throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        try voyage.run()
        world.loop.advance(by: .seconds(2))
        let poll = try #require(world.transport.waiting(at: "travels/status").first)
        _ = try voyage.end()
        #expect(world.transport.isCancelled(poll))
        #expect(world.transport.waiting(at: "travels/end").count == 1)
    }

    @Test func `nothing stays behind a travel that is over`() throws {
        let world = try World(.directing)
        let before = world.loop.pendingTimers
        let voyage = try world.makeTravel()
        try voyage.run()
        try voyage.runPause()
        _ = try voyage.end()
        world.answer("travels/end", [:])
        #expect(world.loop.pendingTimers == before)
        world.loop.advance(by: .seconds(600))
        #expect(world.transport.sent(to: "travels/status").count < 10)
    }

    @Test func `events are numbered and timed in order, the terminal status is the last`() throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        try voyage.run()
        world.loop.advance(by: .seconds(2))
        world.breakDown("travels/status")
        world.poll("failed")
        let events = voyage.events
        #expect(events.map(\.sequence) == (1...UInt64(events.count)).map { $0 })
        #expect(zip(events, events.dropFirst()).allSatisfy { $0.time <= $1.time })
        #expect(events.last?.notice == .statusChanged(.failed))
        #expect(events.last?.status == .failed)
        #expect(events.first?.status == .prepare)
    }
}
