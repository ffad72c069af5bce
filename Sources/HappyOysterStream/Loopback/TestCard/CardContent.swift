// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// What one frame of the test card shows.
package struct CardContent: Sendable {
    /// 1, 2, 3 … of this join.
    package let number: UInt64
    /// Since the first frame of this join.
    package let time: Duration
    package let status: OysterTravelStatus
    package let pose: CardPose
    /// The newest command applied.
    package let command: StreamCommand?

    package init(
        number: UInt64,
        time: Duration,
        status: OysterTravelStatus,
        pose: CardPose = CardPose(),
        command: StreamCommand? = nil
    ) {
        self.number = number
        self.time = time
        self.status = status
        self.pose = pose
        self.command = command
    }

    /// Tenths of a second since the first frame.
    var tenths: Int64 {
        let (seconds, attoseconds) = time.components
        return max(0, seconds) % 1_000_000_000 * 10 + max(0, attoseconds) / 100_000_000_000_000_000
    }

    /// The time as minutes, seconds and tenths.
    var clock: String {
        let seconds = tenths / 10
        return "\(Self.twoDigits(seconds / 60)):\(Self.twoDigits(seconds % 60)).\(tenths % 10)"
    }

    /// The same content as a block strip.
    var strip: StripContent {
        StripContent(
            frameNumber: UInt32(truncatingIfNeeded: number),
            tenths: UInt32(truncatingIfNeeded: tenths),
            x: UInt16(clamping: pose.x),
            y: UInt16(clamping: pose.y),
            heading: UInt16(clamping: pose.heading),
            commandSequence: UInt32(truncatingIfNeeded: command?.sequence ?? 0)
        )
    }

    private static func twoDigits(_ number: Int64) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
