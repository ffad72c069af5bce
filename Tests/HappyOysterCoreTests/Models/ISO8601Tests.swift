// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

/// Times as the service writes them.
@Suite struct ISO8601Tests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00Z"), (999, "1970-01-01T00:00:00Z"),
            (1000, "1970-01-01T00:00:01Z"), (-1, "1969-12-31T23:59:59Z"),
            (951_782_400_000, "2000-02-29T00:00:00Z"), (951_868_800_000, "2000-03-01T00:00:00Z"),
            (1_078_012_800_000, "2004-02-29T00:00:00Z"),
            (1_709_164_800_000, "2024-02-29T00:00:00Z"),
            (1_709_251_199_000, "2024-02-29T23:59:59Z"),
            (1_709_251_200_000, "2024-03-01T00:00:00Z"),
            (1_677_628_800_000, "2023-03-01T00:00:00Z"),
            (1_677_542_400_000, "2023-02-28T00:00:00Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00Z"),
            (4_107_456_000_000, "2100-02-28T00:00:00Z"),
            (1_735_689_599_000, "2024-12-31T23:59:59Z"),
            (1_735_689_600_000, "2025-01-01T00:00:00Z"),
            (1_788_429_720_000, "2026-09-03T10:02:00Z"),
            (1_000_000_000_000, "2001-09-09T01:46:40Z"),
            (253_402_300_799_000, "9999-12-31T23:59:59Z"),
            (-62_135_596_800_000, "0001-01-01T00:00:00Z"),
        ] as [(Int64, String)]
    )
    func `known times have their text`(_ milliseconds: Int64, _ text: String) {
        #expect(ISO8601.text(milliseconds: milliseconds) == text)
        // The same second, some milliseconds later.
        let whole = milliseconds - ((milliseconds % 1000) + 1000) % 1000
        #expect(ISO8601.fullText(milliseconds: whole + 7) == text.dropLast() + ".007Z")
        #expect(ISO8601.fullText(milliseconds: whole + 999) == text.dropLast() + ".999Z")
    }

    @Test func `days follow one another through four hundred years`() {
        let lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        var (year, month, day) = (1970, 1, 1)
        for count in 0..<Int64(146_097) {
            let text = ISO8601.text(milliseconds: count * 86_400_000)
            let parts = text.prefix(10).split(separator: "-").compactMap { Int($0) }
            if parts != [year, month, day] { Issue.record("day \(count) is \(text)") }
            let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
            day += 1
            if day > lengths[month - 1] + (month == 2 && isLeap ? 1 : 0) {
                (month, day) = (month + 1, 1)
            }
            if month > 12 { (year, month) = (year + 1, 1) }
        }
        #expect(year == 2370)
    }
}
