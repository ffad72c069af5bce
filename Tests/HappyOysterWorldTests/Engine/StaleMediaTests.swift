// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// After a resume or a rewind nothing from before is handed out.
@Suite(.blocking) struct StaleMediaTests {
    enum Way: CaseIterable {
        case resume
        case rewind
    }

    private let pool = FramePool()
    private let world: World
    private let voyage: Voyage

    init() throws {
        world = try World(.directing)
        voyage = try world.makeTravel()
        try voyage.run()
    }

    private func frame() -> VideoFrame {
        pool.frame(.i420, width: 2, height: 2, presentationTime: .zero) { planes in
            for plane in planes { plane.fill(columns: 0..<2, rows: 0..<2, with: 128) }
        }
    }

    private func sound(_ mark: Int16) throws -> AudioChunk {
        try #require(
            AudioChunk(sampleRate: 8000, channels: 1, samples: [mark], presentationTime: .zero)
        )
    }

    private var newest: UInt64? {
        voyage.travel.view.acquire(.i420, at: world.loop.now)?.sequence
    }

    /// Asks for it; the server has not accepted yet.
    private func ask(_ way: Way) throws -> Outcome {
        let outcome = try way == .resume ? voyage.resume() : voyage.rewind(4)
        world.loop.advance(by: .seconds(3))
        return outcome
    }

    private func accept(_ way: Way) {
        switch way {
        case .resume: world.answer("travels/resume", [:])
        case .rewind: world.answer("travels/rewind", ["resumedAtSec": 4])
        }
    }

    @Test(arguments: Way.allCases)
    func `pictures end when the server accepts, and begin with the new stream`(way: Way) throws {
        let former = try #require(voyage.connection)
        #expect(newest == nil)
        former.sink.deliver(frame())
        former.sink.deliver(frame())
        #expect(newest == 2)
        try voyage.runPause()
        #expect(newest == 2)
        let outcome = try ask(way)
        #expect(newest == 2)
        accept(way)
        #expect(newest == nil)
        #expect(outcome.code == nil)
        former.sink.deliver(frame())
        voyage.showFirstFrame()
        #expect(outcome.code == 0)
        #expect(newest == nil)
        #expect(voyage.travel.view.takeForDelivery() == nil)
        former.sink.deliver(frame())
        #expect(newest == nil)
        voyage.connection?.sink.deliver(frame())
        #expect(newest == 3)
    }

    @Test(arguments: Way.allCases)
    func `sound that waited is dropped when the server accepts`(way: Way) throws {
        let former = try #require(voyage.connection)
        voyage.travel.audio.setDelivery(true)
        former.sink.deliver(try sound(1))
        try voyage.runPause()
        _ = try ask(way)
        #expect(voyage.travel.audio.hasSoundForDelivery)
        accept(way)
        former.sink.deliver(try sound(2))
        voyage.showFirstFrame()
        #expect(voyage.travel.audio.takeForDelivery() == nil)
        voyage.connection?.sink.deliver(try sound(3))
        #expect(voyage.travel.audio.takeForDelivery()?.chunk.samples == [3])
    }

    @Test func `a rewind that is refused leaves the picture`() throws {
        voyage.travel.view.setDelivery(.i420)
        voyage.connection?.sink.deliver(frame())
        try voyage.runPause()
        let outcome = try ask(.rewind)
        world.refuse("travels/rewind", 409_000)
        #expect(outcome.code == 409_000)
        #expect(newest == 1)
    }

    @Test func `the lists of the time before a rewind are gone with it`() throws {
        world.poll("running", more: ["chapters": [["chapterId": 9]]])
        try voyage.runPause()
        world.poll("paused", more: ["chapters": [["chapterId": 9]]])
        #expect(voyage.travel.info["chapters"] == [["chapterId": 9]])
        if world.transport.waiting(at: "travels/status").isEmpty {
            world.loop.advance(by: .seconds(2))
        }
        _ = try voyage.rewind(4)
        world.loop.advance(by: .milliseconds(500))
        accept(.rewind)
        voyage.showFirstFrame()
        #expect(voyage.travel.info["chapters"] == [])
        // This poll was asked before.
        world.poll("paused", more: ["chapters": [["chapterId": 9]]])
        #expect(voyage.travel.info["chapters"] == [])
        world.poll("running", more: ["chapters": [["chapterId": 1]]])
        #expect(voyage.travel.info["chapters"] == [["chapterId": 1]])
    }

    @Test func `the end wakes who waits for a frame or for sound`() async throws {
        let (view, audio) = (voyage.travel.view, voyage.travel.audio)
        async let frames = inThread { view.wait(.i420, after: 0, until: .seconds(1_000_000)) }
        async let sounds = inThread { audio.read(most: 8, until: .seconds(1_000_000)) }
        #expect(await eventually { view.wantsFrames(at: .seconds(900_000)) })
        #expect(await eventually { audio.isWanted(at: .seconds(900_000)) })
        world.poll("completed")
        guard case .over = await frames, case .over = await sounds else {
            Issue.record("not over")
            return
        }
    }
}
