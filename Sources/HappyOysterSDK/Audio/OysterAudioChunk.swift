// SPDX-License-Identifier: Apache-2.0
import HappyOysterStream

/// A chunk of a travel's audio; ours.
///
/// Sample rate and channels may differ from one chunk to the next.
public struct OysterAudioChunk: Sendable {
    private let timed: TimedAudio

    init(_ timed: TimedAudio) { self.timed = timed }

    /// Number of the connection that received it.
    var join: UInt64 { timed.join }
    /// Samples per second and channel.
    public var sampleRate: Int { timed.chunk.sampleRate }
    /// Number of channels, 1 to 8.
    public var channels: Int { timed.chunk.channels }
    /// Samples per channel.
    public var frameCount: Int { timed.chunk.frameCount }
    /// The samples, interleaved: one of each channel, then the next of each channel.
    public var samples: [Int16] { timed.chunk.samples }
    /// Presentation time, on the same clock as that of frames; it continues after pauses.
    public var pts: Duration { timed.presentationTime }
}
