// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore
internal import HappyOysterThreading

/// Wall-clock time in milliseconds since 1970.
///
/// Functions that depend on time take it as a parameter, so that tests need not wait.
package struct Timestamp: Comparable, Sendable {
    package var milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// The current time.
    package static func now() -> Timestamp { Timestamp(milliseconds: SystemClock.wallMs) }

    package static func < (left: Timestamp, right: Timestamp) -> Bool {
        left.milliseconds < right.milliseconds
    }

    package static func + (timestamp: Timestamp, time: Duration) -> Timestamp {
        Timestamp(milliseconds: timestamp.milliseconds + time.wholeMilliseconds)
    }

    package static func - (left: Timestamp, right: Timestamp) -> Duration {
        .milliseconds(left.milliseconds - right.milliseconds)
    }

    /// Whole seconds since 1970.
    var seconds: Int64 { milliseconds / 1000 }

    /// ISO 8601 in UTC to the second, as on the wire.
    var iso: String { ISO8601.text(milliseconds: milliseconds) }
}
