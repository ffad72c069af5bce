// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

/// Texts that are refused by the strict rule, and why.
@Suite struct JSONReaderTests {
    /// A text that must be refused.
    struct Refusal: CustomTestStringConvertible, Sendable {
        let bytes: [UInt8]
        let reason: JSONError.Reason
        let offset: Int

        init(_ text: String, _ reason: JSONError.Reason, _ offset: Int) {
            self.init(Array(text.utf8), reason, offset)
        }

        init(_ bytes: [UInt8], _ reason: JSONError.Reason, _ offset: Int) {
            self.bytes = bytes
            self.reason = reason
            self.offset = offset
        }

        var testDescription: String {
            "\(String(decoding: bytes.prefix(40), as: UTF8.self)): \(reason)"
        }
    }

    private static func refusal(of bytes: [UInt8], _ limits: JSONLimits = .init()) -> JSONError? {
        do throws(JSONError) {
            _ = try JSONReader.value(of: bytes, .exact, limits: limits)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: [
        "null", " true ", "false", "0", "-0", "[]", "{}", "[ ]", "{ }", "\t[1,\r\n2]", "\"\"",
        #"{"a":{"A":[null,true,1.5e-3]},"":""}"#, #""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#,
        "\"é漢😀\u{7F}\u{10FFFF}\"", "9007199254740991", "-9007199254740991", "1E+308", "1e-400",
    ])
    func `valid JSON is accepted`(text: String) {
        #expect(Self.refusal(of: Array(text.utf8)) == nil)
    }

    @Test(arguments: [
        Refusal("", .unexpectedEnd, 0), Refusal("  ", .unexpectedEnd, 2),
        Refusal("[1", .unexpectedEnd, 2), Refusal("{\"a\"", .unexpectedEnd, 4),
        Refusal("\"a", .unexpectedEnd, 2), Refusal("\"\\", .unexpectedEnd, 2),
        Refusal("tru", .unexpectedEnd, 3), Refusal("-", .unexpectedEnd, 1),
        Refusal("True", .unexpectedByte, 0), Refusal("nulL", .unexpectedByte, 3),
        Refusal("[1,]", .unexpectedByte, 3), Refusal("[,1]", .unexpectedByte, 1),
        Refusal("{\"a\":1,}", .unexpectedByte, 7), Refusal("{a:1}", .unexpectedByte, 1),
        Refusal("{\"a\" 1}", .unexpectedByte, 5), Refusal("[1 2]", .unexpectedByte, 3),
        Refusal("+1", .unexpectedByte, 0), Refusal(".5", .unexpectedByte, 0),
        Refusal("1.", .unexpectedEnd, 2), Refusal("1e", .unexpectedEnd, 2),
        Refusal("NaN", .unexpectedByte, 0), Refusal("Infinity", .unexpectedByte, 0),
        Refusal("'a'", .unexpectedByte, 0), Refusal("// x\n1", .unexpectedByte, 0),
        Refusal("\u{A0}1", .unexpectedByte, 0),
    ])
    func `invalid syntax is refused with its reason and position`(refusal: Refusal) {
        #expect(Self.refusal(of: refusal.bytes) == JSONError(refusal.reason, at: refusal.offset))
    }

    @Test(arguments: [
        Refusal("{} {}", .trailingBytes, 3), Refusal("1x", .trailingBytes, 1),
        Refusal("01", .trailingBytes, 1), Refusal("0x10", .trailingBytes, 1),
        Refusal("null\0", .trailingBytes, 4), Refusal("[]]", .trailingBytes, 2),
    ])
    func `bytes after the value are refused`(refusal: Refusal) {
        #expect(Self.refusal(of: refusal.bytes) == JSONError(refusal.reason, at: refusal.offset))
    }

    @Test(arguments: [
        Refusal("\"\u{1F}\"", .controlCharacter, 1), Refusal("\"\n\"", .controlCharacter, 1),
        Refusal("\"\0\"", .controlCharacter, 1), Refusal("\"\\u0000\"", .nulCharacter, 1),
        Refusal("\"\\x41\"", .invalidEscape, 1), Refusal("\"\\u12g4\"", .invalidEscape, 1),
        Refusal("\"\\u12", .unexpectedEnd, 5), Refusal("\"\\ud800\"", .loneSurrogate, 1),
        Refusal("\"\\ude00\"", .loneSurrogate, 1), Refusal("\"\\ud83dx\"", .loneSurrogate, 1),
        Refusal("\"\\ud83d\\n\"", .loneSurrogate, 1),
        Refusal("\"\\ud83d\\ud83d\"", .loneSurrogate, 1),
        Refusal("{\"\\u0000\":1}", .nulCharacter, 2),
    ])
    func `bad escapes and control characters are refused`(refusal: Refusal) {
        #expect(Self.refusal(of: refusal.bytes) == JSONError(refusal.reason, at: refusal.offset))
    }

    @Test(
        arguments: [
            [0x80], [0xC0, 0x80], [0xC1, 0xBF], [0xC3], [0xE0, 0x9F, 0xBF], [0xE2, 0x82],
            [0xED, 0xA0, 0x80], [0xE2, 0x28, 0xA1], [0xE2, 0x82, 0x28], [0xF0, 0x8F, 0xBF, 0xBF],
            [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xF0, 0x9F, 0x98, 0x28], [0xFE],
        ] as [[UInt8]]
    )
    func `invalid UTF-8 is refused`(sequence: [UInt8]) {
        let quoted = [0x22] + sequence + [0x22]
        #expect(Self.refusal(of: quoted) == JSONError(.invalidUTF8, at: 1))
        #expect(Self.refusal(of: [0x22] + sequence) == JSONError(.invalidUTF8, at: 1))
    }

    @Test(arguments: [
        Refusal(#"{"a":1,"a":2}"#, .duplicateKey, 7),
        Refusal(#"[{"a":{"b":1,"\u0062":2}}]"#, .duplicateKey, 13),
        Refusal("{" + (0..<40).map { "\"\($0)\":0," }.joined() + "\"7\":1}", .duplicateKey, 271),
    ])
    func `duplicate keys are refused, with and without escapes`(refusal: Refusal) {
        #expect(Self.refusal(of: refusal.bytes) == JSONError(refusal.reason, at: refusal.offset))
    }

    @Test(arguments: [#"{"a":1,"A":2}"#, "{\"\u{E9}\":1,\"e\u{301}\":2}"])
    func `keys that differ in one byte are two keys`(text: String) {
        #expect(Self.refusal(of: Array(text.utf8)) == nil)
    }

    @Test(arguments: [
        Refusal("9007199254740992", .integerOutOfRange, 0),
        Refusal("[-9007199254740992]", .integerOutOfRange, 1),
        Refusal("99999999999999999999999999", .integerOutOfRange, 0),
        Refusal("1e309", .numberNotFinite, 0), Refusal("-1.0e999", .numberNotFinite, 0),
        Refusal("0." + String(repeating: "1", count: 62), .numberTooLong, 0),
    ])
    func `numbers out of range are refused`(refusal: Refusal) {
        #expect(Self.refusal(of: refusal.bytes) == JSONError(refusal.reason, at: refusal.offset))
    }

    @Test func `integers and fractions are distinct values`() throws {
        let text = #"{"b":[1,-2.5,{"c":8.0}],"a":1790000123456,"d":1e3}"#
        let value = try JSONReader.value(of: Array(text.utf8), .exact)
        #expect(value["b"] == [.integer(1), .number(-2.5), ["c": .number(8)]])
        #expect(value["a"] == .integer(1_790_000_123_456))
        #expect(value["d"] == .number(1000))
    }

    @Test(arguments: [JSONReader.Rule.exact, .lenient])
    func `one byte order mark at the start is skipped`(rule: JSONReader.Rule) throws {
        #expect(try JSONReader.value(of: Array("\u{FEFF} [1]".utf8), rule) == [1])
        #expect(throws: JSONError(.unexpectedByte, at: 3)) {
            try JSONReader.value(of: Array("\u{FEFF}\u{FEFF}1".utf8), rule)
        }
        #expect(throws: JSONError(.unexpectedByte, at: 1)) {
            try JSONReader.value(of: Array("[\u{FEFF}1]".utf8), rule)
        }
    }
}
