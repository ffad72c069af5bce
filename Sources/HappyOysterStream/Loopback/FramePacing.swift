// SPDX-License-Identifier: Apache-2.0

/// The times at which frames are due: a grid of 24 per second that all streams share.
///
/// Each tick follows from the clock alone, so nothing drifts, a stall is followed by one frame
/// instead of many, and the thread wakes 24 times a second however many streams it serves.
package enum FramePacing {
    package static let framesPerSecond: Int64 = 24

    /// The first tick after a time that leaves at least half an interval.
    package static func tick(after now: Duration) -> Duration {
        let first = nextTick(now)
        return first - now < .nanoseconds(1_000_000_000 / (2 * framesPerSecond))
            ? nextTick(first) : first
    }

    private static func nextTick(_ now: Duration) -> Duration {
        let (seconds, attoseconds) = now.components
        let index = attoseconds / 1_000_000_000 * framesPerSecond / 1_000_000_000 + 1
        let nanoseconds = (index * 1_000_000_000 + framesPerSecond - 1) / framesPerSecond
        return .seconds(seconds) + .nanoseconds(nanoseconds)
    }
}
