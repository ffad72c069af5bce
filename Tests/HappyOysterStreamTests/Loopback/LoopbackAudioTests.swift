// SPDX-License-Identifier: Apache-2.0
import HappyOysterStream
import HappyOysterTestSupport
import HappyOysterThreading
import Testing

/// The test card's audio, which exists only while the host wants it.
@Suite(.blocking) struct LoopbackAudioTests {
    private func run(_ sink: RecordingSink, until isOver: () -> Bool) throws {
        let engine = LoopbackStreamEngine(
            options: LoopbackOptions(joinDelay: .zero, firstFrameDelay: .zero),
            thread: MediaThread()
        )
        let connection = try engine.join(joinRequest(), sink: sink)
        let isDone = blockUntil { isOver() }
        #expect(isDone)
        connection.leave()
        #expect(blockUntil { sink.events.last == .closed })
    }

    @Test func `loopback audio is complete, in order, and ticks at each full second`() throws {
        let sink = RecordingSink(wantsFrames: false, wantsAudio: true)
        try run(sink) { sink.audio.reduce(0) { $0 + $1.frameCount } >= 54_000 }
        let chunks = sink.audio
        #expect(chunks.allSatisfy { $0.sampleRate == 48_000 && $0.channels == 2 })
        var end = chunks[0].presentationTime
        for chunk in chunks {
            let gap = chunk.presentationTime - end
            #expect(gap >= .microseconds(-2) && gap <= .microseconds(2))
            end = chunk.presentationTime + chunk.length
        }
        let left = chunks.flatMap { chunk in
            stride(from: 0, to: chunk.samples.count, by: 2).map { chunk.samples[$0] }
        }
        let right = chunks.flatMap { chunk in
            stride(from: 1, to: chunk.samples.count, by: 2).map { chunk.samples[$0] }
        }
        #expect(left == right)
        #expect(left[..<480].contains { $0 > 500 } && left[..<480].contains { $0 < -500 })
        #expect(left[480..<48_000].allSatisfy { $0 == 0 })
        #expect(left[48_000..<48_480].contains { $0 > 500 })
        #expect(left.allSatisfy { abs(Int($0)) <= 1500 })
    }

    @Test func `no loopback audio is made while the host wants none`() throws {
        let sink = RecordingSink(wantsFrames: false)
        try run(sink) { sink.story.contains(.firstFrame) }
        #expect(sink.audio.isEmpty)
    }
}
