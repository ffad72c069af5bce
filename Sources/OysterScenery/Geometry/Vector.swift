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

    /// The same direction with length 1; the zero vector stays.
    var normalized: Self {
        let length = length
        return length > 0 ? self / length : self
    }
}

extension Float {
    /// The value at a part of the way to another one.
    @inline(__always)
    func mixed(with other: Float, _ part: Float) -> Float { self + (other - self) * part }

    @inline(__always)
    func clamped(_ low: Float, _ high: Float) -> Float { Swift.max(low, Swift.min(high, self)) }

    /// From 0 at one edge to 1 at the other, level at both.
    func smoothStep(_ from: Float, _ to: Float) -> Float {
        let part = ((self - from) / (to - from)).clamped(0, 1)
        return part * part * (3 - 2 * part)
    }

    /// What remains after taking away whole turns, 0..<1.
    var wrapped: Float {
        let rest = self - rounded(.down)
        return rest < 1 ? rest : 0
    }
}
