// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore
internal import HappyOysterThreading

/// A point of wall-clock time, in milliseconds since 1970.
///
/// Everything that depends on time is given one, so that tests need not wait.
package struct Moment: Comparable, Sendable {
    package var milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// The present.
    package static func now() -> Moment { Moment(milliseconds: SystemClock.wallMs) }

    package static func < (left: Moment, right: Moment) -> Bool {
        left.milliseconds < right.milliseconds
    }

    package static func + (moment: Moment, time: Duration) -> Moment {
        Moment(milliseconds: moment.milliseconds + time.wholeMilliseconds)
    }

    package static func - (left: Moment, right: Moment) -> Duration {
        .milliseconds(left.milliseconds - right.milliseconds)
    }

    /// Whole seconds since 1970.
    var seconds: Int64 { milliseconds / 1000 }

    /// ISO 8601 in UTC to the second, as on the wire.
    var iso: String { ISO8601.text(milliseconds: milliseconds) }
}
