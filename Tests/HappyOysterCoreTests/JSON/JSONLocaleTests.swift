// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterCore
import Testing

@Suite struct JSONLocaleTests {
    /// The first locale of this machine that writes a decimal comma.
    static var commaLocale: locale_t? {
        for name in ["de_DE.UTF-8", "de_DE.utf8", "de_DE", "fr_FR.UTF-8", "fr_FR.utf8", "fr_FR"] {
            if let locale = newlocale(1 << LC_NUMERIC, name, nil) { return locale }
        }
        return nil
    }

    @Test(.enabled("needs a locale with a decimal comma") { commaLocale != nil })
    func `reading and writing ignore a locale with a decimal comma`() throws {
        let comma = try #require(Self.commaLocale)
        let before = uselocale(comma)
        defer {
            _ = uselocale(before)
            freelocale(comma)
        }
        try #require(localeconv().pointee.decimal_point.pointee == CChar(UInt8(ascii: ",")))
        let value: JSONValue = ["a": [0.5, -1.25e-7, 3, 1_790_000_123_456]]
        let text = #"{"a":[0.5,-1.25e-07,3,1790000123456]}"#
        #expect(JSONCodec.print(value) == text)
        #expect(try JSONCodec.parse(Array(text.utf8)) == value)
        #expect(uselocale(nil) == comma)
    }
}
