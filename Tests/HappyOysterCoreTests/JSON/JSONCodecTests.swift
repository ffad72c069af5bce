// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@Suite struct JSONCodecTests {
    @Test(
        arguments: [
            ("null", .null), ("[true,false]", [true, false]), ("\"\"", ""), ("0", 0), ("-7", -7),
            ("8.0", .number(8)), ("-2.5e-3", -0.0025), ("1790000123456", 1_790_000_123_456),
            ("9007199254740991", 9_007_199_254_740_991), ("[]", []), ("{}", [:]),
            (#"{"a":{"A":[1,{"b":null}]},"a ":2}"#, ["a": ["A": [1, ["b": nil]]], "a ": 2]),
            (#""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00漢""#, "\"\\/\u{8}\u{C}\n\r\té😀漢"),
        ] as [(String, JSONValue)]
    )
    func `a text reads as the value it names`(text: String, value: JSONValue) throws {
        #expect(try JSONCodec.parse(Array(text.utf8)) == value)
    }

    @Test(
        arguments: [
            (.null, "null"), ([true, false], "[true,false]"),
            (["a": [1, ["b": nil]]], "{\"a\":[1,{\"b\":null}]}"),
            (1_790_000_123_456, "1790000123456"), (9_007_199_254_740_991, "9007199254740991"),
            (-9_007_199_254_740_991, "-9007199254740991"), (0, "0"), (.number(8), "8"),
            (0.1, "0.1"), (.number(0.1 + 0.2), "0.30000000000000004"), (1.5e-7, "1.5e-07"),
            (1e300, "1e+300"), ("\"\\/\u{8}\u{C}\n\r\t\u{1F}é😀", #""\"\\/\b\f\n\r\t\u001fé😀""#),
            ([], "[]"), ([:], "{}"),
        ] as [(JSONValue, String)]
    )
    func `a value is written as compact text`(value: JSONValue, text: String) {
        #expect(JSONCodec.print(value) == text)
    }

    @Test(
        arguments: [
            .number(.nan), .number(.infinity), [.number(-.infinity)], ["a": .number(.nan)],
            "nul\0inside", ["nul\0key": 1], .integer(1 << 53), .integer(.min),
        ] as [JSONValue]
    )
    func `NaN, infinity, a NUL character and integers beyond 2^53 - 1 are not written`(
        value: JSONValue
    ) {
        #expect(JSONCodec.print(value) == nil)
        #expect(JSONCodec.bytes(value) == nil)
    }

    @Test func `nesting beyond 64 levels is neither read nor written`() {
        var value: JSONValue = .null
        for _ in 0..<65 { value = [value] }
        #expect(JSONCodec.print(value) == nil)
        let text = String(repeating: "[", count: 100_000)
        #expect(throws: JSONError(.tooDeep, at: 64)) { try JSONCodec.parse(Array(text.utf8)) }
    }

    @Test(arguments: ["{} x", "{\"a\":1,\"a\":2}", "\"\\u0000\"", "9007199254740993", "[1e999]"])
    func `the exact rule refuses text that cannot be kept exactly`(text: String) {
        #expect(throws: JSONError.self) { try JSONCodec.parse(Array(text.utf8)) }
    }

    private static let odd = Array(
        #"{"n":1790000123456789012,"e":1e400,"s":"x\ud800","d":1,"d":2,"l":[0.1,"a\u0000"]}"#.utf8
    )

    @Test func `a value that cannot be kept exactly is written as null`() throws {
        let value = try JSONCodec.parse(Self.odd, .lenient)
        let wanted = #"{"n":null,"e":null,"s":null,"d":null,"l":[0.1,null]}"#
        #expect(JSONCodec.print(value) == wanted)
    }

    @Test func `a stream engine gets numbers and repeated members as the server wrote them`() throws
    {
        let value = try JSONCodec.parse(Self.odd, .lenient)
        let wanted = #"{"n":1790000123456789012,"e":1e400,"s":null,"d":1,"d":2,"l":[0.1,null]}"#
        #expect(JSONCodec.printWritten(value) == wanted)
    }

    @Test func `a value that is written reads back as the same value`() throws {
        let value: JSONValue = ["k": [1, 2.5, "x", nil, true, ["n": 1e-9]], "z": .number(1e16)]
        let text = try #require(JSONCodec.bytes(value))
        #expect(try JSONCodec.parse(text) == value)
    }
}
