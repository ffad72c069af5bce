// SPDX-License-Identifier: Apache-2.0
import HappyOysterStream
import HappyOysterTestSupport
import HappyOysterThreading
import Testing

/// The test card's sound: there when somebody listens.
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

    @Test func `it is whole, in order, and ticks at each full second`() throws {
        let sink = RecordingSink(wantsFrames: false, wantsAudio: true)
        try run(sink) { sink.sounds.reduce(0) { $0 + $1.frameCount } >= 54_000 }
        let sounds = sink.sounds
        #expect(sounds.allSatisfy { $0.sampleRate == 48_000 && $0.channels == 2 })
        var end = sounds[0].presentationTime
        for sound in sounds {
            let gap = sound.presentationTime - end
            #expect(gap >= .microseconds(-2) && gap <= .microseconds(2))
            end = sound.presentationTime + sound.length
        }
        let left = sounds.flatMap { sound in
            stride(from: 0, to: sound.samples.count, by: 2).map { sound.samples[$0] }
        }
        let right = sounds.flatMap { sound in
            stride(from: 1, to: sound.samples.count, by: 2).map { sound.samples[$0] }
        }
        #expect(left == right)
        #expect(left[..<480].contains { $0 > 500 } && left[..<480].contains { $0 < -500 })
        #expect(left[480..<48_000].allSatisfy { $0 == 0 })
        #expect(left[48_000..<48_480].contains { $0 > 500 })
        #expect(left.allSatisfy { abs(Int($0)) <= 1500 })
    }

    @Test func `nobody listens, nothing is made`() throws {
        let sink = RecordingSink(wantsFrames: false)
        try run(sink) { sink.story.contains(.firstFrame) }
        #expect(sink.sounds.isEmpty)
    }
}
