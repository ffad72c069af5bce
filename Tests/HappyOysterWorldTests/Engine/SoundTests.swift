// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// Sound on its way from a stream to the host.
@Suite struct SoundTests {
    private func chunk() throws -> AudioChunk {
        try #require(
            AudioChunk(sampleRate: 48_000, channels: 1, samples: [7], presentationTime: .zero)
        )
    }

    @Test func `a stream is asked for sound while somebody listens and it is joined`() throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        try voyage.run()
        let sink = try #require(voyage.connection?.sink)
        #expect(!sink.wantsAudio)
        voyage.travel.audio.setDelivery(true)
        #expect(sink.wantsAudio)
        sink.deliver(try chunk())
        #expect(voyage.travel.audio.takeForDelivery()?.chunk.samples == [7])
        try voyage.runPause()
        #expect(!sink.wantsAudio)
        sink.deliver(try chunk())
        #expect(voyage.travel.audio.takeForDelivery() == nil)
        world.engine.release(voyage.travel)
        #expect(!voyage.travel.audio.isWanted(at: world.loop.now))
    }

    @Test func `counters tell of sound`() throws {
        let world = try World()
        let voyage = try world.makeTravel()
        try voyage.run()
        voyage.connection?.sink.deliver(try chunk())
        let statistics = voyage.travel.statistics
        #expect(statistics["audioChunksReceived"] == 1)
        #expect(statistics["audioChunksDelivered"] == 0)
        #expect(statistics["audioChunksDropped"] == 1)
    }

    @Test(arguments: [true, false])
    func `whether to play aloud is the configuration's word`(plays: Bool) throws {
        let world = try World(.adventure) { $0.playsAudio = plays }
        let voyage = try world.makeTravel()
        try voyage.run()
        #expect(voyage.connection?.request.playsAudio == plays)
    }
}
