// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterABI
import HappyOysterCore
import Testing

/// The cJSON trees that hosts get, and their text.
@Suite struct HostTreeTests {
    /// The text of a value's tree; nil when there is no tree.
    private func text(_ value: JSONValue) -> String? {
        guard let tree = HostTree.make(value) else { return nil }
        defer { HostTree.free(tree) }
        guard let text = HostTree.text(tree) else { return nil }
        defer { HostTree.freeText(text) }
        return String(cString: text)
    }

    @Test(
        arguments: [
            .null, [true, false, nil], ["a": [1, ["b": nil]], "c": [:]], 9_007_199_254_740_991,
            [.number(8), 0.1, 1.5e-7, 1e300], "\"\\/\u{8}\u{C}\n\r\t\u{1F}é😀",
        ] as [JSONValue]
    )
    func `a tree has the text that the library writes for its value`(value: JSONValue) {
        #expect(text(value) == JSONCodec.print(value))
    }

    @Test(
        arguments: [
            .number(.nan), [.number(-.infinity)], "nul\0inside", ["nul\0key": 1], .integer(1 << 53),
            (0..<65).reduce(.null) { value, _ in [value] },
        ] as [JSONValue]
    )
    func `a value that a host could not read makes no tree`(value: JSONValue) {
        #expect(HostTree.make(value) == nil)
    }

    @Test func `a value that cannot be kept exactly is null in the tree`() throws {
        let odd =
            #"{"n":1790000123456789012,"e":1e400,"s":"x\ud800","d":1,"d":2,"l":[0.1,"a\u0000"]}"#
        let value = try JSONCodec.parse(Array(odd.utf8), .lenient)
        #expect(text(value) == #"{"n":null,"e":null,"s":null,"d":null,"l":[0.1,null]}"#)
    }

    @Test func `printing a tree leaves the tree unchanged`() throws {
        let tree = try #require(HostTree.make(["t": 9_007_199_254_740_991, "d": 0.1]))
        defer { HostTree.free(tree) }
        for _ in 0..<2 {
            let text = try #require(HostTree.text(tree))
            defer { HostTree.freeText(text) }
            #expect(String(cString: text) == #"{"t":9007199254740991,"d":0.1}"#)
        }
    }

    @Test func `no tree has no text, and freeing nothing is harmless`() {
        #expect(HostTree.text(nil) == nil)
        HostTree.freeText(nil)
        HostTree.free(nil)
    }

    /// The first locale of this machine that writes a decimal comma.
    private static var commaLocale: locale_t? {
        for name in ["de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "fr_FR.utf8"] {
            if let locale = newlocale(1 << LC_NUMERIC, name, nil) { return locale }
        }
        return nil
    }

    @Test(.enabled("needs a locale with a decimal comma") { commaLocale != nil })
    func `printing a tree ignores a locale with a decimal comma`() throws {
        let comma = try #require(Self.commaLocale)
        let before = uselocale(comma)
        defer {
            _ = uselocale(before)
            freelocale(comma)
        }
        #expect(text(["a": [0.5, -1.25e-7, 3]]) == #"{"a":[0.5,-1.25e-07,3]}"#)
    }
}
