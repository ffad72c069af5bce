// SPDX-License-Identifier: Apache-2.0

/// Pseudo-random numbers as a function of position.
enum Noise {
    /// A hash of a number.
    @inline(__always)
    static func hash(_ value: UInt32) -> UInt32 {
        var bits = value &* 0x9E37_79B1
        bits = (bits ^ (bits >> 15)) &* 0x85EB_CA77
        bits = (bits ^ (bits >> 13)) &* 0xC2B2_AE3D
        return bits ^ (bits >> 16)
    }

    /// A number of 0..<1 for integer coordinates.
    @inline(__always)
    static func value(_ x: Int, _ y: Int, _ salt: UInt32 = 0) -> Float {
        let mixed =
            UInt32(truncatingIfNeeded: x) &* 0x1657_4AA7 ^ UInt32(truncatingIfNeeded: y)
            &* 0x27D4_EB2F ^ salt &* 0x1656_67B1
        return Float(hash(mixed) >> 8) / 16_777_216
    }

    /// Value noise, 0..<1, interpolated between integer coordinates; `period` makes it repeat.
    static func smooth(_ x: Float, _ y: Float, _ salt: UInt32 = 0, period: Int = 0) -> Float {
        let (left, low) = (x.rounded(.down), y.rounded(.down))
        let (column, row) = (Int(left), Int(low))
        func corner(_ x: Int, _ y: Int) -> Float {
            guard period > 0 else { return value(x, y, salt) }
            return value((x % period + period) % period, (y % period + period) % period, salt)
        }
        let (across, along) = ((x - left).smoothStep(0, 1), (y - low).smoothStep(0, 1))
        let near = corner(column, row).mixed(with: corner(column + 1, row), across)
        let far = corner(column, row + 1).mixed(with: corner(column + 1, row + 1), across)
        return near.mixed(with: far, along)
    }

    /// Fractal noise of several octaves, 0..<1.
    static func hills(
        _ x: Float,
        _ y: Float,
        octaves: Int,
        _ salt: UInt32 = 0,
        period: Int = 0
    ) -> Float {
        var (sum, weight, total): (Float, Float, Float) = (0, 1, 0)
        var scale: Float = 1
        for octave in 0..<octaves {
            let texture = period > 0 ? period << octave : 0
            sum +=
                weight * smooth(x * scale, y * scale, salt &+ UInt32(octave) &* 77, period: texture)
            total += weight
            weight /= 2
            scale *= 2
        }
        return sum / total
    }
}
