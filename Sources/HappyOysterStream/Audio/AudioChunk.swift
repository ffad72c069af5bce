// SPDX-License-Identifier: Apache-2.0

/// A chunk of decoded audio: signed 16-bit samples, interleaved.
package struct AudioChunk: Sendable {
    package static let sampleRates = 8000...192_000
    package static let channelCounts = 1...8
    /// Samples per channel: at most one second at the highest rate.
    package static let frameCounts = 1...192_000

    /// Samples per second and channel.
    package let sampleRate: Int
    package let channels: Int
    package let samples: [Int16]
    /// Since the first frame or audio of the join.
    package let presentationTime: Duration

    /// Samples per channel.
    package var frameCount: Int { samples.count / channels }

    package var length: Duration {
        .nanoseconds(Int64(frameCount) * 1_000_000_000 / Int64(sampleRate))
    }

    /// Makes a chunk of samples for all channels; nil when a number is out of its range.
    package init?(
        sampleRate: Int,
        channels: Int,
        samples: [Int16],
        presentationTime: Duration
    ) {
        guard AudioChunk.sampleRates.contains(sampleRate),
            AudioChunk.channelCounts.contains(channels),
            AudioChunk.frameCounts.contains(samples.count / channels),
            samples.count.isMultiple(of: channels)
        else { return nil }
        self.sampleRate = sampleRate
        self.channels = channels
        self.samples = samples
        self.presentationTime = presentationTime
    }
}
