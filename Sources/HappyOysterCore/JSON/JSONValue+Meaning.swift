// SPDX-License-Identifier: Apache-2.0

/// Values of another type than documented, where their meaning is unambiguous.
///
/// Nil for an ambiguous value: then the field counts as absent.
extension JSONValue {
    /// Longest text of a number, in bytes.
    private static let longestNumber = 63

    /// A text; a number means its digits.
    package var plainText: String? {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        case .number(let number): integerValue.map { String($0) } ?? String(number)
        case .unreadable(let value): value.isInteger ? value.text : nil
        case .null, .bool, .array, .object: nil
        }
    }

    /// A finite number; a text means the number that it spells, blanks aside.
    package var plainNumber: Double? {
        switch self {
        case .integer, .number: doubleValue
        case .string(let text): JSONValue.number(spelledBy: text)
        case .unreadable(let value): value.isInteger ? JSONValue.number(spelledBy: value.text) : nil
        case .null, .bool, .array, .object: nil
        }
    }

    /// A whole number within ±(2^53 − 1), also as `30.0` or `"30"`.
    package var plainInteger: Int? {
        let integer = integerValue ?? plainNumber.flatMap { JSONValue.number($0).integerValue }
        return integer.flatMap(Int.init(exactly:))
    }

    /// A truth value; 1 and 0, `"true"` and `"false"` mean one.
    package var plainFlag: Bool? {
        switch self {
        case .bool(let flag): flag
        case .integer, .string:
            switch plainText.map(Word.init)?.text {
            case "true", "1": true
            case "false", "0": false
            default: nil
            }
        case .null, .number, .array, .object, .unreadable: nil
        }
    }

    /// A text for people: as `plainText`, or with marks where the server's cannot be kept.
    package var shownText: String? {
        if case .unreadable(let value) = self, value.reason != .duplicateKey { return value.text }
        return plainText
    }

    private static func number(spelledBy text: String) -> Double? {
        let digits = Word(text).text
        // Double also reads `0x10`, `inf` and `nan`.
        guard (1...longestNumber).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ "+-.0123456789e".utf8.contains($0) })
        else { return nil }
        return Double(digits).flatMap { $0.isFinite ? $0 : nil }
    }
}
