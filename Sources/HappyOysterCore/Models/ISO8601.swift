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

    /// Milliseconds since 1970 of a time in UTC such as `2026-09-03T10:02:00.250Z`.
    ///
    /// The fraction may be missing. Nil for another form and for a date that does not exist.
    package static func milliseconds(_ text: String) -> Int64? {
        guard isTime(text), text.utf8.last == UInt8(ascii: "Z") else { return nil }
        let bytes = Array(text.utf8)
        let number = { (range: Range<Int>) in
            bytes[range].reduce(Int64(0)) { $0 * 10 + Int64($1) - 48 }
        }
        let (year, month, day) = (number(0..<4), number(5..<7), number(8..<10))
        let (hour, minute, second) = (number(11..<13), number(14..<16), number(17..<19))
        guard (1...12).contains(month), (1...31).contains(day), hour < 24, minute < 60, second < 60
        else { return nil }
        let days = daysSince1970(year, month, day)
        guard date(daysSince1970: days) == (year, month, day) else { return nil }
        let seconds = ((days * 24 + hour) * 60 + minute) * 60 + second
        let fraction = bytes[19..<(bytes.count - 1)]
        guard !fraction.isEmpty else { return seconds * 1000 }
        guard fraction.first == UInt8(ascii: "."), fraction.count > 1,
            fraction.dropFirst().allSatisfy({ (48...57).contains($0) })
        else { return nil }
        let digits = fraction.dropFirst().prefix(3)
        let value = digits.reduce(Int64(0)) { $0 * 10 + Int64($1) - 48 }
        return seconds * 1000 + value * [1, 100, 10, 1][digits.count]
    }

    /// The inverse of `date(daysSince1970:)`.
    private static func daysSince1970(_ year: Int64, _ month: Int64, _ day: Int64) -> Int64 {
        let shifted = month <= 2 ? year - 1 : year
        let era = floorDivide(shifted, 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468
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
