// SPDX-License-Identifier: Apache-2.0
import HappyOysterStream
import HappyOysterTestSupport
import Testing

/// Picture and sound of one travel tell their times on one clock.
@Suite struct SharedClockTests {
    private enum Step {
        /// Time within the join, arrival, expected time within the travel; in milliseconds.
        case picture(Int64, at: Int64, Int64)
        case sound(Int64, at: Int64, Int64)
    }

    private func check(_ steps: [Step]) throws {
        let clock = MediaClock()
        let view = VideoView(clock: clock) {}
        let buffer = AudioBuffer(clock: clock) {}
        view.setDelivery(.i420)
        buffer.setDelivery(true)
        for (number, step) in steps.enumerated() {
            switch step {
            case .picture(let join, let arrival, let expected):
                let frame = Picture(width: 2, height: 2, y: 0, u: 0, v: 0)
                    .frame(presentationTime: .milliseconds(join))
                view.submit(frame, at: .milliseconds(arrival))
                let told = view.takeForDelivery()?.presentationTime
                #expect(told == .milliseconds(expected), "step \(number)")
            case .sound(let join, let arrival, let expected):
                let chunk = AudioChunk(
                    sampleRate: 8000,
                    channels: 1,
                    samples: [0],
                    presentationTime: .milliseconds(join)
                )
                buffer.submit(try #require(chunk), at: .milliseconds(arrival))
                let told = buffer.takeForDelivery()?.presentationTime
                #expect(told == .milliseconds(expected), "step \(number)")
            }
        }
    }

    @Test func `whoever comes second follows whoever came first`() throws {
        try check([
            .sound(0, at: 1000, 0), .picture(30, at: 1040, 30), .sound(20, at: 1041, 20),
            .picture(72, at: 1080, 72), .sound(40, at: 1081, 40),
        ])
        try check([
            .picture(500, at: 1000, 0), .sound(520, at: 1010, 20), .picture(542, at: 1042, 42),
            .sound(540, at: 1050, 40),
        ])
    }

    @Test func `a rejoin goes on for both, whoever is first`() throws {
        try check([
            .picture(0, at: 1000, 0), .sound(10, at: 1010, 10), .picture(400, at: 1400, 400),
            .sound(0, at: 9000, 8000), .picture(42, at: 9050, 8042), .sound(20, at: 9051, 8020),
        ])
        try check([
            .picture(0, at: 1000, 0), .sound(300, at: 1300, 300), .picture(400, at: 1400, 400),
            .picture(0, at: 5000, 4000),
            .sound(5, at: 5010, 4005), .picture(40, at: 5040, 4040),
        ])
    }

    @Test func `sound with a clock of its own does not move the picture`() throws {
        try check([
            .picture(0, at: 0, 0), .sound(90_000_000, at: 10, 10), .picture(42, at: 42, 42),
        ])
    }
}
