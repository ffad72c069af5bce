// SPDX-License-Identifier: Apache-2.0
import HappyOysterStream
import HappyOysterTestSupport
import Testing

/// Video and audio of one travel share one clock.
@Suite struct SharedClockTests {
    private enum Step {
        /// Time within the join, arrival, expected time within the travel; in milliseconds.
        case video(Int64, at: Int64, Int64)
        case audio(Int64, at: Int64, Int64)
    }

    private func check(_ steps: [Step]) throws {
        let clock = MediaClock()
        let view = VideoView(clock: clock) {}
        let buffer = AudioBuffer(clock: clock) {}
        view.setDelivery(.i420)
        buffer.setDelivery(true)
        for (number, step) in steps.enumerated() {
            switch step {
            case .video(let join, let arrival, let expected):
                let frame = TestFrame(width: 2, height: 2, y: 0, u: 0, v: 0)
                    .frame(presentationTime: .milliseconds(join))
                view.submit(frame, at: .milliseconds(arrival))
                let time = view.takeForDelivery()?.presentationTime
                #expect(time == .milliseconds(expected), "step \(number)")
            case .audio(let join, let arrival, let expected):
                let chunk = AudioChunk(
                    sampleRate: 8000,
                    channels: 1,
                    samples: [0],
                    presentationTime: .milliseconds(join)
                )
                buffer.submit(try #require(chunk), at: .milliseconds(arrival))
                let time = buffer.takeForDelivery()?.presentationTime
                #expect(time == .milliseconds(expected), "step \(number)")
            }
        }
    }

    @Test func `the track that arrives second uses the origin of the first`() throws {
        try check([
            .audio(0, at: 1000, 0), .video(30, at: 1040, 30), .audio(20, at: 1041, 20),
            .video(72, at: 1080, 72), .audio(40, at: 1081, 40),
        ])
        try check([
            .video(500, at: 1000, 0), .audio(520, at: 1010, 20), .video(542, at: 1042, 42),
            .audio(540, at: 1050, 40),
        ])
    }

    @Test func `a rejoin continues both tracks, whichever arrives first`() throws {
        try check([
            .video(0, at: 1000, 0), .audio(10, at: 1010, 10), .video(400, at: 1400, 400),
            .audio(0, at: 9000, 8000), .video(42, at: 9050, 8042), .audio(20, at: 9051, 8020),
        ])
        try check([
            .video(0, at: 1000, 0), .audio(300, at: 1300, 300), .video(400, at: 1400, 400),
            .video(0, at: 5000, 4000),
            .audio(5, at: 5010, 4005), .video(40, at: 5040, 4040),
        ])
    }

    @Test func `audio with a clock of its own does not change the times of video`() throws {
        try check([
            .video(0, at: 0, 0), .audio(90_000_000, at: 10, 10), .video(42, at: 42, 42),
        ])
    }
}
