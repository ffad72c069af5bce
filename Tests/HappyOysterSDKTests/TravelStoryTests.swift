// SPDX-License-Identifier: Apache-2.0
import HappyOysterSDK
import HappyOysterTestSupport
import Testing

/// A whole travel in each mode, against the gateway.
@MainActor @Suite struct TravelStoryTests {
    @Test func `an adventure starts, takes commands and ends`() async throws {
        let gateway = try TestGateway()
        let travel = try gateway.travel("adventure")
        let seen = Task { [events = travel.events] in await statuses(events) }
        let started = try await travel.start()
        #expect(started.mode == .adventure)
        #expect(!started.encryptedTravelId.isEmpty)
        #expect(started.playUrl == nil)
        #expect(travel.status == .running)
        travel.sendCommand(OysterAdventureCommand(translation: .front, interaction: .jump))
        travel.flushCommands()
        let wasSent = await eventually { travel.statisticsJSON.contains(#""commandsSent":1"#) }
        #expect(wasSent)
        await travel.pauseLocalAudioCapture()
        await travel.resumeLocalAudioCapture()
        let ended = try await travel.end()
        #expect(ended.status == .ended)
        #expect(ended.confirmed)
        #expect(ended.duration >= 0)
        #expect(travel.isEnded)
        #expect(await seen.value == [.prepare, .running, .ended])
        #expect(try await travel.end() == ended)
    }

    @Test func `a directing travel accepts instructions, pauses, resumes and rewinds`() async throws
    {
        let gateway = try TestGateway()
        let travel = try gateway.travel("directing")
        let seen = Task { [events = travel.events] in await statuses(events) }
        try await travel.start()
        let sent = try await travel.sendInstruct(content: "Suddenly it starts to pour")
        #expect(sent.accepted && !sent.queued)
        let paused = try await travel.pause()
        #expect(paused.status == .paused)
        #expect(travel.status == .paused)
        #expect(try await travel.sendInstruct(content: "It begins to snow").queued)
        #expect(try await travel.resume().status == .running)
        try await travel.pause()
        let rewound = try await travel.rewind(toSec: 6)
        #expect(rewound.resumedAtSec == 8)
        #expect(rewound.status == .running)
        try await travel.end()
        let pauseAndBack: [OysterTravelStatus] = [.pausing, .paused, .prepare, .running]
        #expect(await seen.value == [.prepare, .running] + pauseAndBack + pauseAndBack + [.ended])
    }

    @Test func `an acting travel has an aspect ratio, and can pause but not rewind`() async throws {
        let gateway = try TestGateway()
        let travel = try gateway.travel("acting")
        let started = try await travel.start(maxExperienceTimeSec: nil)
        #expect(started.aspectRatio == "9:16")
        #expect(travel.can(.pause) && !travel.can(.rewind))
        try await travel.pause()
        #expect(await code { try await travel.rewind(toSec: 4) } == 103_003)
        try await travel.resume()
        #expect(travel.infoJSON.contains(#""streamEngine":"loopback""#))
        try await travel.end()
    }

    @Test func `updateScript replaces the acts of a scriptlist travel, and is refused for others`()
        async throws
    {
        let gateway = try TestGateway()
        let travel = try gateway.travel("directing")
        try await travel.start()
        #expect(await code { try await travel.updateScript(json: "no script") } == 109_002)
        let acts = (1...45).map { #"{"turn":\#($0),"content":"Act"}"# }.joined(separator: ",")
        let refused = await code { try await travel.updateScript(json: #"{"acts":[\#(acts)]}"#) }
        #expect(refused == 103_002)
        try await travel.end()
    }

    @Test func `a travel without a reference is ended on the server`() async throws {
        let gateway = try TestGateway()
        var travel: OysterTravel? = try gateway.travel("adventure")
        try await travel?.start()
        travel = nil
        #expect(try await eventually { try gateway.requests("travels/end") == 1 })
    }
}
