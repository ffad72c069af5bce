// SPDX-License-Identifier: Apache-2.0
import HappyOysterStream

/// A piece of a travel's sound; ours.
///
/// Rate and channels may change from one piece to the next.
public struct OysterAudioChunk: Sendable {
    private let timed: TimedAudio

    init(_ timed: TimedAudio) { self.timed = timed }

    /// The join that brought it.
    var join: UInt64 { timed.join }
    /// Samples per second and channel.
    public var sampleRate: Int { timed.chunk.sampleRate }
    /// Number of channels, 1 to 8.
    public var channels: Int { timed.chunk.channels }
    /// Samples per channel.
    public var frameCount: Int { timed.chunk.frameCount }
    /// Samples of all channels, one after the other for each moment.
    public var samples: [Int16] { timed.chunk.samples }
    /// On one clock with that of frames; counts on over pauses.
    public var pts: Duration { timed.presentationTime }
}
