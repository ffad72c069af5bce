// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

/// Values that are valid JSON and cannot be kept exactly, by the lenient rule.
@Suite struct JSONLenientTests {
    private func read(_ text: String) throws -> JSONValue {
        try JSONReader.value(of: Array(text.utf8), .lenient)
    }

    @Test(
        arguments: [
            ("9007199254740992", .integerOutOfRange, "9007199254740992"),
            ("-99999999999999999999999", .integerOutOfRange, "-99999999999999999999999"),
            ("1e309", .numberNotFinite, "1e309"),
            (#""a\u0000b""#, .nulCharacter, "a\u{FFFD}b"),
            (#""\ud800""#, .loneSurrogate, "\u{FFFD}"),
            (#""\ud83d\ud83d\ude00""#, .loneSurrogate, "\u{FFFD}😀"),
            (#""x\ude00\n""#, .loneSurrogate, "x\u{FFFD}\n"),
            (#""\ud83d\u0041""#, .loneSurrogate, "\u{FFFD}A"),
            (#""\ud83d\u0000""#, .loneSurrogate, "\u{FFFD}\u{FFFD}"),
        ] as [(String, JSONError.Reason, String)]
    )
    func `a value that cannot be kept is unreadable, and its neighbours are readable`(
        text: String,
        reason: JSONError.Reason,
        shown: String
    ) throws {
        let value = try read(#"{"a":[1,\#(text),2],"b":"c"}"#)
        #expect(value["a"] == [1, .unreadable(JSONUnreadable(reason, shown)), 2])
        #expect(value["b"] == "c")
        let odd = try read(text)
        #expect(odd.stringValue == nil && odd.integerValue == nil && odd.doubleValue == nil)
        #expect(odd.shownText == shown)
    }

    @Test func `a very long number is unreadable`() throws {
        let digits = "0." + String(repeating: "1", count: 62)
        #expect(try read("[\(digits)]") == [.unreadable(JSONUnreadable(.numberTooLong, digits))])
    }

    @Test(arguments: [#""\u12g4""#, #""\ud83d\u00""#, #""\ud83d\x""#, #""\u12"#])
    func `a broken escape is refused`(text: String) {
        #expect(throws: JSONError.self) { try read(text) }
    }

    @Test func `a repeated key is unreadable, and the other keys are readable`() throws {
        let object = try #require(try read(#"{"a":1,"b":2,"a":3,"c":{"a":4}}"#).objectValue)
        #expect(object["a"] == .unreadable(JSONUnreadable(.duplicateKey, "")))
        #expect(object["a"]?.shownText == nil)
        #expect(object["b"] == 2)
        #expect(object["c"]?["a"] == 4)
        #expect(object.members.map(\.key) == ["a", "b", "a", "c"])
    }

    @Test func `a repeated key can be replaced and removed`() throws {
        var object = try #require(try read(#"{"a":1,"b":2,"a":3,"a":4}"#).objectValue)
        object["a"] = 5
        #expect(object == ["a": 5, "b": 2])
        object = try #require(try read(#"{"a":1,"b":2,"a":3}"#).objectValue)
        object["a"] = nil
        #expect(object == ["b": 2])
    }

    @Test func `a member whose key cannot be kept is dropped`() throws {
        #expect(try read(#"{"\u0000":1,"\ud800":2,"\u0000":3,"a":4}"#) == ["a": 4])
    }

    @Test func `repeated keys are found among many keys as among few`() throws {
        let members = (0..<100).map { "\"\($0)\":\($0)" }.joined(separator: ",")
        let object = try #require(try read("{\(members),\"70\":1,\"3\":1}").objectValue)
        #expect((0..<100).filter { object.isRepeated("\($0)") } == [3, 70])
        #expect(object["71"] == 71)
    }
}

/// Values of another type than documented.
@Suite struct JSONMeaningTests {
    private func read(_ text: String) throws -> JSONValue {
        try JSONReader.value(of: Array(text.utf8), .lenient)
    }

    @Test(
        arguments: [
            ("30", 30), ("30.0", 30), (#""30""#, 30), (#"" 30.0 ""#, 30), (#""3e1""#, 30),
            ("-1", -1), ("30.5", nil), (#""30 s""#, nil), (#""0x1E""#, nil), (#""inf""#, nil),
            (#""1e999""#, nil), (#""""#, nil), ("true", nil), ("null", nil), ("[30]", nil),
            ("9007199254740993", nil), (#""9007199254740993""#, nil), ("1e17", nil),
        ] as [(String, Int?)]
    )
    func `an integer is read where its meaning is unambiguous`(text: String, number: Int?) throws {
        #expect(try read(text).plainInteger == number)
    }

    @Test(
        arguments: [
            ("1.78", 1.78), (#""1.78""#, 1.78), (#"".5""#, 0.5), ("2", 2), ("1e400", nil),
            ("9007199254740993", 9_007_199_254_740_992), (#""nan""#, nil), ("false", nil),
        ] as [(String, Double?)]
    )
    func `a number is read where its meaning is unambiguous`(text: String, number: Double?) throws {
        #expect(try read(text).plainNumber == number)
    }

    @Test(
        arguments: [
            (#""a""#, "a"), ("2", "2"), ("2.0", "2"), ("2.5", "2.5"), ("-0.25", "-0.25"),
            ("1790000123456789012", "1790000123456789012"), ("1e400", nil), ("true", nil),
            ("null", nil), ("{}", nil), (#""\ud800""#, nil),
        ] as [(String, String?)]
    )
    func `a text is read where its meaning is unambiguous`(text: String, shown: String?) throws {
        #expect(try read(text).plainText == shown)
    }

    @Test(
        arguments: [
            ("true", true), ("false", false), (#"" True ""#, true), (#""FALSE""#, false),
            ("1", true), ("0", false), (#""1""#, true), ("1.0", nil), ("2", nil), (#""yes""#, nil),
            ("null", nil), ("[]", nil),
        ] as [(String, Bool?)]
    )
    func `a truth value is read where its meaning is unambiguous`(text: String, flag: Bool?) throws
    {
        #expect(try read(text).plainFlag == flag)
    }
}
