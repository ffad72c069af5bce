// SPDX-License-Identifier: Apache-2.0

/// East, north and up, in metres.
typealias Vector = SIMD3<Float>

extension SIMD3<Float> {
    @inline(__always)
    func dot(_ other: Self) -> Float { (self * other).sum() }

    func cross(_ other: Self) -> Self {
        Self(
            y * other.z - z * other.y,
            z * other.x - x * other.z,
            x * other.y - y * other.x
        )
    }

    var length: Float { dot(self).squareRoot() }

    /// The vector with length 1; the zero vector is unchanged.
    var normalized: Self {
        let length = length
        return length > 0 ? self / length : self
    }
}

extension Float {
    /// The linear interpolation to another value.
    @inline(__always)
    func mixed(with other: Float, _ part: Float) -> Float { self + (other - self) * part }

    @inline(__always)
    func clamped(_ low: Float, _ high: Float) -> Float { Swift.max(low, Swift.min(high, self)) }

    /// From 0 at one edge to 1 at the other, with slope 0 at both.
    func smoothStep(_ from: Float, _ to: Float) -> Float {
        let part = ((self - from) / (to - from)).clamped(0, 1)
        return part * part * (3 - 2 * part)
    }

    /// The value modulo 1, 0..<1.
    var wrapped: Float {
        let rest = self - rounded(.down)
        return rest < 1 ? rest : 0
    }
}

/// Sine and cosine of angles in turns, without the mathematics library, so that results are equal on all machines.
enum Turn {
    /// The error is at most 0.000 02.
    static func sine(_ turns: Float) -> Float {
        var part = turns.wrapped
        if part > 0.5 { part -= 1 }
        if part > 0.25 { part = 0.5 - part } else if part < -0.25 { part = -0.5 - part }
        let angle = part * 2 * .pi
        let square = angle * angle
        return angle * (1 + square * (-1 / 6 + square * (1 / 120 - square / 5_040)))
    }

    static func cosine(_ turns: Float) -> Float { sine(turns + 0.25) }
}
