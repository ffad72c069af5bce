// SPDX-License-Identifier: Apache-2.0

/// Times as the service writes them: `2026-09-03T10:02:00Z`.
package enum ISO8601 {
    /// UTC text of milliseconds since 1970, to the second.
    package static func text(milliseconds: Int64) -> String {
        let seconds = floorDivide(milliseconds, 1000)
        let days = floorDivide(seconds, 86_400)
        let second = seconds - days * 86_400
        let (year, month, day) = date(daysSince1970: days)
        let date = "\(pad(year, 4))-\(pad(month, 2))-\(pad(day, 2))"
        let time = "\(pad(second / 3600, 2)):\(pad(second / 60 % 60, 2)):\(pad(second % 60, 2))"
        return date + "T" + time + "Z"
    }

    /// UTC text of milliseconds since 1970, with three decimals.
    package static func fullText(milliseconds: Int64) -> String {
        let rest = milliseconds - floorDivide(milliseconds, 1000) * 1000
        return text(milliseconds: milliseconds).dropLast() + ".\(pad(rest, 3))Z"
    }

    /// Whether a text begins with a date and time of this form; fractions and other zones may
    /// follow.
    package static func isTime(_ text: String) -> Bool {
        let pattern = Array("0000-00-00T00:00:00".utf8)
        guard text.utf8.count <= 40, text.utf8.count > pattern.count else { return false }
        return zip(text.utf8, pattern).allSatisfy { byte, wanted in
            wanted == 48 ? (48...57).contains(byte) : byte == wanted
        }
    }

    /// Proleptic Gregorian date, counted in 400-year eras that begin on 1 March.
    private static func date(daysSince1970 days: Int64) -> (year: Int64, month: Int64, day: Int64) {
        let shifted = days + 719_468
        let era = floorDivide(shifted, 146_097)
        let dayOfEra = shifted - era * 146_097
        let leapDays = dayOfEra / 1460 - dayOfEra / 36_524 + dayOfEra / 146_096
        let yearOfEra = (dayOfEra - leapDays) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let marchMonth = (5 * dayOfYear + 2) / 153
        let month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
        let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
        return (year, month, dayOfYear - (153 * marchMonth + 2) / 5 + 1)
    }

    private static func floorDivide(_ value: Int64, _ by: Int64) -> Int64 {
        value >= 0 ? value / by : (value - by + 1) / by
    }

    private static func pad(_ value: Int64, _ width: Int) -> String {
        let digits = String(value)
        return String(repeating: "0", count: max(0, width - digits.count)) + digits
    }
}
