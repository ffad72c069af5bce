// SPDX-License-Identifier: Apache-2.0

/// Bits in a frame: black and white blocks along the bottom edge, for tests that see only pixels.
///
/// Bits are sent highest first: marker (8), frame number (32), tenths (24), x, y and heading (12
/// each), command sequence (32), CRC-16 of all before it (16). They fill the strip row by row, from
/// the left; the rest of the last row alternates white and black. A block covers exactly one
/// 16 by 16 macroblock of VP8 when the height is a multiple of 16, which is why even 300 kbit/s
/// leave it readable.
package enum BlockStrip {
    /// Bits of one strip.
    package static let bitCount = 148
    private static let marker: UInt64 = 0xB5

    /// The blocks of a content, true is white.
    package static func encode(_ content: StripContent) -> [Bool] {
        var bits = BitWriter()
        bits.append(marker, bits: 8)
        bits.append(UInt64(content.frameNumber), bits: 32)
        bits.append(UInt64(content.tenths), bits: 24)
        bits.append(UInt64(content.x), bits: 12)
        bits.append(UInt64(content.y), bits: 12)
        bits.append(UInt64(content.heading), bits: 12)
        bits.append(UInt64(content.commandSequence), bits: 32)
        bits.append(UInt64(checksum(bits.bits)), bits: 16)
        return bits.bits
    }

    /// Reads blocks; nil when the count, the marker or the checksum is wrong.
    package static func decode(_ blocks: [Bool]) -> StripContent? {
        guard blocks.count == bitCount else { return nil }
        var bits = BitReader(bits: blocks)
        guard bits.read(8) == marker else { return nil }
        let content = StripContent(
            frameNumber: UInt32(truncatingIfNeeded: bits.read(32)),
            tenths: UInt32(truncatingIfNeeded: bits.read(24)),
            x: UInt16(truncatingIfNeeded: bits.read(12)),
            y: UInt16(truncatingIfNeeded: bits.read(12)),
            heading: UInt16(truncatingIfNeeded: bits.read(12)),
            commandSequence: UInt32(truncatingIfNeeded: bits.read(32))
        )
        return bits.read(16) == UInt64(checksum(blocks.dropLast(16))) ? content : nil
    }

    /// CRC-16/CCITT-FALSE, bit by bit.
    private static func checksum(_ bits: some Sequence<Bool>) -> UInt16 {
        bits.reduce(0xFFFF) { register, bit in
            let carry = (register & 0x8000 != 0) != bit
            return (register << 1) ^ (carry ? 0x1021 : 0)
        }
    }
}

/// Collects numbers as bits, highest first.
struct BitWriter {
    private(set) var bits: [Bool] = []

    mutating func append(_ value: UInt64, bits count: Int) {
        for shift in (0..<count).reversed() { bits.append(value >> UInt64(shift) & 1 == 1) }
    }
}

/// Takes numbers from bits, highest first.
struct BitReader {
    private var rest: ArraySlice<Bool>

    init(bits: [Bool]) { rest = bits[...] }

    mutating func read(_ count: Int) -> UInt64 {
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count).reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }
}
