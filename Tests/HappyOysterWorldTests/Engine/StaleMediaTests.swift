// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// After a resume or a rewind no frame, audio or list from before is delivered.
@Suite(.blocking) struct StaleMediaTests {
    enum Way: CaseIterable {
        case resume
        case rewind
    }

    private let pool = FramePool()
    private let fixture: EngineFixture
    private let travel: TravelFixture

    init() throws {
        fixture = try EngineFixture(.directing)
        travel = try fixture.makeTravel()
        try travel.run()
    }

    private func frame() -> VideoFrame {
        pool.frame(.i420, width: 2, height: 2, presentationTime: .zero) { planes in
            for plane in planes { plane.fill(columns: 0..<2, rows: 0..<2, with: 128) }
        }
    }

    private func audioChunk(_ mark: Int16) throws -> AudioChunk {
        try #require(
            AudioChunk(sampleRate: 8000, channels: 1, samples: [mark], presentationTime: .zero)
        )
    }

    private var newest: UInt64? {
        travel.core.view.acquire(.i420, at: fixture.loop.now)?.sequence
    }

    /// Starts the operation; the server has not accepted yet.
    private func ask(_ way: Way) throws -> Outcome {
        let outcome = try way == .resume ? travel.resume() : travel.rewind(4)
        fixture.loop.advance(by: .seconds(3))
        return outcome
    }

    private func accept(_ way: Way) {
        switch way {
        case .resume: fixture.answer("travels/resume", [:])
        case .rewind: fixture.answer("travels/rewind", ["resumedAtSec": 4])
        }
    }

    @Test(arguments: Way.allCases)
    func `an accepted resume drops the frame until the new stream delivers one`(way: Way) throws {
        let former = try #require(travel.connection)
        #expect(newest == nil)
        former.sink.deliver(frame())
        former.sink.deliver(frame())
        #expect(newest == 2)
        try travel.runPause()
        #expect(newest == 2)
        let outcome = try ask(way)
        #expect(newest == 2)
        accept(way)
        #expect(newest == nil)
        #expect(outcome.code == nil)
        former.sink.deliver(frame())
        travel.showFirstFrame()
        #expect(outcome.code == 0)
        #expect(newest == nil)
        #expect(travel.core.view.takeForDelivery() == nil)
        former.sink.deliver(frame())
        #expect(newest == nil)
        travel.connection?.sink.deliver(frame())
        #expect(newest == 3)
    }

    @Test(arguments: Way.allCases)
    func `an accepted resume drops the buffered audio`(way: Way) throws {
        let former = try #require(travel.connection)
        travel.core.audio.setDelivery(true)
        former.sink.deliver(try audioChunk(1))
        try travel.runPause()
        _ = try ask(way)
        #expect(travel.core.audio.hasAudioForDelivery)
        accept(way)
        former.sink.deliver(try audioChunk(2))
        travel.showFirstFrame()
        #expect(travel.core.audio.takeForDelivery() == nil)
        travel.connection?.sink.deliver(try audioChunk(3))
        #expect(travel.core.audio.takeForDelivery()?.chunk.samples == [3])
    }

    @Test func `a refused rewind keeps the frame`() throws {
        travel.core.view.setDelivery(.i420)
        travel.connection?.sink.deliver(frame())
        try travel.runPause()
        let outcome = try ask(.rewind)
        fixture.refuse("travels/rewind", 409_000)
        #expect(outcome.code == 409_000)
        #expect(newest == 1)
    }

    @Test func `an accepted rewind empties the lists`() throws {
        fixture.poll("running", more: ["chapters": [["chapterId": 9]]])
        try travel.runPause()
        fixture.poll("paused", more: ["chapters": [["chapterId": 9]]])
        #expect(travel.core.info["chapters"] == [["chapterId": 9]])
        if fixture.transport.waiting(at: "travels/status").isEmpty {
            fixture.loop.advance(by: .seconds(2))
        }
        _ = try travel.rewind(4)
        fixture.loop.advance(by: .milliseconds(500))
        accept(.rewind)
        travel.showFirstFrame()
        #expect(travel.core.info["chapters"] == [])
        // This poll was sent before.
        fixture.poll("paused", more: ["chapters": [["chapterId": 9]]])
        #expect(travel.core.info["chapters"] == [])
        fixture.poll("running", more: ["chapters": [["chapterId": 1]]])
        #expect(travel.core.info["chapters"] == [["chapterId": 1]])
    }

    @Test func `the end wakes threads that wait for a frame or for audio`() async throws {
        let (view, audio) = (travel.core.view, travel.core.audio)
        async let frames = inThread { view.wait(.i420, after: 0, until: .seconds(1_000_000)) }
        async let chunks = inThread { audio.read(most: 8, until: .seconds(1_000_000)) }
        #expect(await eventually { view.wantsFrames(at: .seconds(900_000)) })
        #expect(await eventually { audio.isWanted(at: .seconds(900_000)) })
        fixture.poll("completed")
        guard case .over = await frames, case .over = await chunks else {
            Issue.record("not over")
            return
        }
    }
}
