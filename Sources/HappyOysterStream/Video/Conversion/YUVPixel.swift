// SPDX-License-Identifier: Apache-2.0

/// One pixel on its way from BT.601 limited range to red, green and blue.
///
/// Fixed point with six fractional bits, in unsigned 16-bit arithmetic that cannot overflow: the
/// largest sum is 18 997 + 129 · 255 = 51 892. Each channel is
///
///     R = (149·Y/2 + 102·V           − 14 216) / 64
///     G = (149·Y/2 −  25·U −  52·V   +  8 696) / 64
///     B = (149·Y/2 + 129·U           − 17 672) / 64
///
/// rounded down after each division and limited to 0…255; the constants hold the offsets of
/// luma (16) and chroma (128) and half a unit for rounding. That is within one unit of the real
/// numbers.
struct YUVPixel {
    private let red: UInt16
    private let green: UInt16
    private let blue: UInt16

    @inline(__always)
    init(_ luma: UInt8, _ u: UInt8, _ v: UInt8) {
        let luma = (UInt16(luma) &* 149) &>> 1
        let u = UInt16(u)
        let v = UInt16(v)
        red = Self.channel(luma &+ 102 &* v, minus: 14_216)
        green = Self.channel(luma &+ 8_696, minus: 25 &* u &+ 52 &* v)
        blue = Self.channel(luma &+ 129 &* u, minus: 17_672)
    }

    @inline(__always)
    private static func channel(_ sum: UInt16, minus amount: UInt16) -> UInt16 {
        min((max(sum, amount) &- amount) &>> 6, 255)
    }

    /// Four bytes R, G, B, 255 as stored in memory, as two halves.
    @inline(__always) var rgba: (low: UInt16, high: UInt16) { Self.pack(red, green, blue) }

    /// Four bytes B, G, R, 255 as stored in memory, as two halves.
    @inline(__always) var bgra: (low: UInt16, high: UInt16) { Self.pack(blue, green, red) }

    /// Halves and not a whole, because the vectoriser takes as many lanes as fit the widest type.
    @inline(__always)
    private static func pack(
        _ first: UInt16,
        _ second: UInt16,
        _ third: UInt16
    ) -> (low: UInt16, high: UInt16) {
        ((first | second &<< 8).littleEndian, (third | 0xFF00).littleEndian)
    }
}
