// SPDX-License-Identifier: Apache-2.0

/// A frame and its place in the travel.
package struct NumberedFrame: Sendable {
    package let frame: VideoFrame
    /// 1, 2, 3 … per travel as received; a gap means frames not delivered.
    package let sequence: UInt64
    /// Monotonic time at which the frame reached the library.
    package let receivedAt: Duration
    /// Since the first frame of the travel; never goes back, counts on over rejoins.
    package let presentationTime: Duration

    package init(
        frame: VideoFrame,
        sequence: UInt64,
        receivedAt: Duration,
        presentationTime: Duration
    ) {
        self.frame = frame
        self.sequence = sequence
        self.receivedAt = receivedAt
        self.presentationTime = presentationTime
    }

    /// The same place in the travel, other pixels.
    func with(_ frame: VideoFrame) -> NumberedFrame {
        NumberedFrame(
            frame: frame,
            sequence: sequence,
            receivedAt: receivedAt,
            presentationTime: presentationTime
        )
    }
}
