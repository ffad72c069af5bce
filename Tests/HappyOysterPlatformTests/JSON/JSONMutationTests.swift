// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import Testing

@Suite struct JSONMutationTests {
    /// A small generator with a seed, so that a failure can be repeated.
    private struct Seeded: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ state >> 29
        }
    }

    private static let text = Array(
        #"{"a":[1,-2.5e3,"\u00e9\ud83d\ude00 漢",true,null,{"b":{}}],"c":0.1,"":"x\n"}"#.utf8
    )

    @Test(arguments: 0..<20)
    func `no broken text traps, and what is read can be written and read again`(seed: UInt64) {
        var generator = Seeded(state: seed)
        for _ in 0..<2000 {
            var bytes = Self.text
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                let index = Int.random(in: bytes.indices, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &generator)
                case 1: bytes.remove(at: index)
                default: bytes.insert(Self.text.randomElement(using: &generator) ?? 0, at: index)
                }
            }
            let exact = try? JSONCodec.parse(bytes)
            let lenient = try? JSONCodec.parse(bytes, .lenient)
            // The rules differ in what they keep, not in what they take for JSON.
            if let exact { #expect(exact == lenient) }
            guard let lenient else { continue }
            let again = JSONCodec.bytes(lenient).flatMap { try? JSONCodec.parse($0) }
            #expect(again != nil, "\(bytes)")
        }
    }
}
