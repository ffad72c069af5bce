// SPDX-License-Identifier: Apache-2.0

/// Colours of the render target: BT.601 limited range, Y, U, V from the lowest byte.
enum Pixel {
    /// Converts red, green and blue of 0…1.
    @inline(__always)
    static func pack(_ colour: Vector) -> UInt32 {
        let rgb = colour.clamped(lowerBound: Vector(repeating: 0), upperBound: Vector(repeating: 1))
        let y = 16.5 + 65.48 * rgb.x + 128.55 * rgb.y + 24.97 * rgb.z
        let u = 128.5 - 37.80 * rgb.x - 74.20 * rgb.y + 112.0 * rgb.z
        let v = 128.5 + 112.0 * rgb.x - 93.79 * rgb.y - 18.21 * rgb.z
        return UInt32(y) | UInt32(u) << 8 | UInt32(v) << 16
    }

    /// Blends `part`/256 of the second colour into the first.
    @inline(__always)
    static func mix(_ base: UInt32, _ other: UInt32, _ part: UInt32) -> UInt32 {
        let rest = 256 &- part
        let outer = ((base & 0xFF_00FF) &* rest &+ (other & 0xFF_00FF) &* part) >> 8 & 0xFF_00FF
        let inner = ((base & 0x00_FF00) &* rest &+ (other & 0x00_FF00) &* part) >> 8 & 0x00_FF00
        return outer | inner
    }
}
