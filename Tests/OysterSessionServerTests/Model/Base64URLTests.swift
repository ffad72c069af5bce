// SPDX-License-Identifier: Apache-2.0
import HappyOysterTestSupport
import Testing

@testable import OysterSessionServer

@Suite struct Base64URLTests {
    @Test(
        arguments: [
            ([], ""), ([0x66], "Zg"), ([0x66, 0x6F], "Zm8"), ([0x66, 0x6F, 0x6F], "Zm9v"),
            ([0xFB, 0xFF, 0xFE], "-__-"), ([0x66, 0x6F, 0x6F, 0x62], "Zm9vYg"),
        ] as [([UInt8], String)]
    )
    func `bytes and text convert into each other`(bytes: [UInt8], text: String) {
        #expect(Base64URL.text(bytes) == text)
        #expect(Base64URL.bytes(text.utf8) == bytes)
    }

    @Test(arguments: ["Zg==", "Zh", "Zm9", "Z", "Zm9vY", "Zm+v", "Zm/v", "Zm 9", "Zm9\n", "Zmé"])
    func `padding, other characters, and bits beyond the last byte are refused`(text: String) {
        #expect(Base64URL.bytes(text.utf8) == nil)
    }

    @Test func `random bytes of each length survive the conversion`() {
        var generator = SplitMix(7)
        for length in 0..<70 {
            let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
            #expect(Base64URL.bytes(Base64URL.text(bytes).utf8) == bytes)
        }
    }
}
