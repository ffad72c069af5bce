// SPDX-License-Identifier: Apache-2.0

/// Audio with its time in the travel.
package struct TimedAudio: Sendable {
    package let chunk: AudioChunk
    /// Since the travel's first frame or audio; never decreases, continues over rejoins.
    package let presentationTime: Duration
    /// Monotonic time at which the audio reached the library.
    package let receivedAt: Duration
    /// The join that it belongs to.
    package let join: UInt64

    /// The first so many samples per channel, and what follows them; nil when nothing follows.
    func split(at count: Int) -> (head: TimedAudio, rest: TimedAudio)? {
        let samples = chunk.samples
        let cut = count * chunk.channels
        guard let head = part(samples.prefix(cut), after: 0),
            let rest = part(samples.dropFirst(cut), after: count)
        else { return nil }
        return (head, rest)
    }

    /// A part that begins after a number of samples per channel; nil when it is empty.
    private func part(_ samples: ArraySlice<Int16>, after count: Int) -> TimedAudio? {
        let offset = Duration.nanoseconds(Int64(count) * 1_000_000_000 / Int64(chunk.sampleRate))
        let part = AudioChunk(
            sampleRate: chunk.sampleRate,
            channels: chunk.channels,
            samples: Array(samples),
            presentationTime: chunk.presentationTime + offset
        )
        return part.map {
            TimedAudio(
                chunk: $0,
                presentationTime: presentationTime + offset,
                receivedAt: receivedAt,
                join: join
            )
        }
    }
}
