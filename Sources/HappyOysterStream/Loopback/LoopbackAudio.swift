// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The audio of the test card: silence with a quiet tick at each full second.
struct LoopbackAudio {
    static let sampleRate = 48_000
    private static let channels = 2
    /// Length of a tick in samples: 10 ms.
    private static let tick = 480
    /// Loudest sample of a tick.
    private static let peak = 1500
    /// Period of the tick's tone in samples: 1 kHz.
    private static let period = 48

    /// Samples per channel that have passed.
    private var position = 0

    /// The audio up to a time since the first frame.
    ///
    /// Nil when there is none, when it is not wanted, and after a gap of more than a second.
    mutating func advance(to time: Duration, isWanted: Bool) -> AudioChunk? {
        let start = position
        let end = Int(clamping: time.wholeMicroseconds / 1000) * Self.sampleRate / 1000
        guard end > start else { return nil }
        position = end
        guard isWanted, end - start <= Self.sampleRate else { return nil }
        let samples = (start..<end).flatMap { position in
            repeatElement(Self.sample(at: position), count: Self.channels)
        }
        return AudioChunk(
            sampleRate: Self.sampleRate,
            channels: Self.channels,
            samples: samples,
            presentationTime: .microseconds(Int64(start) * 125 / 6)
        )
    }

    /// A triangle that fades, so that neither end clicks.
    private static func sample(at position: Int) -> Int16 {
        let position = position % sampleRate
        guard position < tick else { return 0 }
        let phase = position % period
        let slope = phase < period / 2 ? phase : period - phase
        let wave = (slope * 4 - period) * peak / period
        return Int16(clamping: wave * (tick - position) / tick)
    }
}
