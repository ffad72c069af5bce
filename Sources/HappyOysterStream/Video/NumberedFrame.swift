// SPDX-License-Identifier: Apache-2.0

/// A frame with its number and time in the travel.
package struct NumberedFrame: Sendable {
    package let frame: VideoFrame
    /// 1, 2, 3 … per travel in order of arrival; a gap means frames that were not delivered.
    package let sequence: UInt64
    /// Monotonic time at which the frame reached the library.
    package let receivedAt: Duration
    /// Since the first frame or audio of the travel; never decreases, continues over rejoins.
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

    /// The same number and times with other pixels.
    func with(_ frame: VideoFrame) -> NumberedFrame {
        NumberedFrame(
            frame: frame,
            sequence: sequence,
            receivedAt: receivedAt,
            presentationTime: presentationTime
        )
    }
}
