// SPDX-License-Identifier: Apache-2.0

/// Sound and its place in the travel.
package struct TimedAudio: Sendable {
    package let chunk: AudioChunk
    /// Since the travel's first picture or sound; never goes back, counts on over rejoins.
    package let presentationTime: Duration
    /// Monotonic time at which the sound reached the library.
    package let receivedAt: Duration
}
