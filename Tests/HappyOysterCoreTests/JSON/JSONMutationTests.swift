// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@Suite struct JSONMutationTests {
    private static let text = Array(
        #"{"a":[1,-2.5e3,"\u00e9\ud83d\ude00 漢",true,null,{"b":{}}],"c":0.1,"":"x\n"}"#.utf8
    )

    @Test(arguments: 0..<20)
    func `a mutated text never traps, and a text that reads can be written and read again`(
        seed: UInt64
    ) {
        var random = SplitMix(seed)
        for _ in 0..<2000 {
            var bytes = Self.text
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                let index = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &random)
                case 1: bytes.remove(at: index)
                default: bytes.insert(Self.text.randomElement(using: &random) ?? 0, at: index)
                }
            }
            let exact = try? JSONCodec.parse(bytes)
            let lenient = try? JSONCodec.parse(bytes, .lenient)
            // Both rules accept the same syntax; they differ in which values they keep.
            if let exact { #expect(exact == lenient) }
            guard let lenient else { continue }
            let again = JSONCodec.bytes(lenient).flatMap { try? JSONCodec.parse($0) }
            #expect(again != nil, "\(bytes)")
        }
    }
}
