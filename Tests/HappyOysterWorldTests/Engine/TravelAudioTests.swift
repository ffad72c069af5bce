// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// Audio from the stream engine to the host.
@Suite struct TravelAudioTests {
    private func chunk() throws -> AudioChunk {
        try #require(
            AudioChunk(sampleRate: 48_000, channels: 1, samples: [7], presentationTime: .zero)
        )
    }

    @Test
    func `the stream engine delivers audio only while a consumer exists and the travel is joined`()
        throws
    {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try travel.run()
        let sink = try #require(travel.connection?.sink)
        #expect(!sink.wantsAudio)
        travel.core.audio.setDelivery(true)
        #expect(sink.wantsAudio)
        sink.deliver(try chunk())
        #expect(travel.core.audio.takeForDelivery()?.chunk.samples == [7])
        try travel.runPause()
        #expect(!sink.wantsAudio)
        sink.deliver(try chunk())
        #expect(travel.core.audio.takeForDelivery() == nil)
        fixture.engine.release(travel.core)
        #expect(!travel.core.audio.isWanted(at: fixture.loop.now))
    }

    @Test func `the statistics count audio chunks`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        try travel.run()
        travel.connection?.sink.deliver(try chunk())
        let statistics = travel.core.statistics
        #expect(statistics["audioChunksReceived"] == 1)
        #expect(statistics["audioChunksDelivered"] == 0)
        #expect(statistics["audioChunksDropped"] == 1)
    }

    @Test(arguments: [true, false])
    func `the configuration decides whether the stream engine plays audio`(plays: Bool) throws {
        let fixture = try EngineFixture(.adventure) { $0.playsAudio = plays }
        let travel = try fixture.makeTravel()
        try travel.run()
        #expect(travel.connection?.request.playsAudio == plays)
    }
}
