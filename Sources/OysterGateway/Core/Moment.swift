// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A point of wall-clock time, in milliseconds since 1970.
///
/// Everything that depends on time is given one, so that tests need not wait.
package struct Moment: Comparable, Sendable {
    package var milliseconds: Int64

    package init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// The present.
    package static func now() -> Moment {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Moment(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }

    package static func < (left: Moment, right: Moment) -> Bool {
        left.milliseconds < right.milliseconds
    }

    package static func + (moment: Moment, time: Duration) -> Moment {
        Moment(milliseconds: moment.milliseconds + time.milliseconds)
    }

    package static func - (left: Moment, right: Moment) -> Duration {
        .milliseconds(left.milliseconds - right.milliseconds)
    }
}

extension Moment {
    /// Whole seconds since 1970.
    var seconds: Int64 { milliseconds / 1000 }

    /// ISO 8601 in UTC to the second, as on the wire.
    var iso: String {
        let days = seconds / 86_400
        let rest = Int(seconds % 86_400)
        let (year, month, day) = Self.date(daysSince1970: days)
        return "\(Self.padded(year, 4))-\(Self.padded(month))-\(Self.padded(day))T"
            + "\(Self.padded(rest / 3600)):\(Self.padded(rest / 60 % 60)):\(Self.padded(rest % 60))Z"
    }

    private static func padded(_ number: Int, _ width: Int = 2) -> String {
        let text = String(number)
        return String(repeating: "0", count: max(0, width - text.count)) + text
    }

    /// The Gregorian date, counted in 400-year eras that begin on the first of March.
    private static func date(daysSince1970 days: Int64) -> (year: Int, month: Int, day: Int) {
        let shifted = Int(days) + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted % 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
    }
}

extension Duration {
    /// Whole milliseconds, rounded towards zero.
    var milliseconds: Int64 {
        components.seconds * 1000 + components.attoseconds / 1_000_000_000_000_000
    }

    /// Seconds with their fraction.
    var inSeconds: Double { Double(milliseconds) / 1000 }
}
