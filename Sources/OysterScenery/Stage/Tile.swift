// SPDX-License-Identifier: Apache-2.0

/// A square of smooth noise that continues at its edges, for clouds and waves.
struct Tile: Sendable {
    /// Samples along an edge, a power of two.
    static let side = 256
    private static let mask = side - 1

    private let samples: [UInt8]

    /// Stretches the noise so that it fills 0…255.
    init(period: Int, octaves: Int, salt: UInt32) {
        let scale = Float(period) / Float(Self.side)
        let values = (0..<Self.side * Self.side).map { index in
            Noise.hills(
                Float(index % Self.side) * scale,
                Float(index / Self.side) * scale,
                octaves: octaves,
                salt,
                period: period
            )
        }
        let low = values.min() ?? 0
        let range = max((values.max() ?? 1) - low, 1e-6)
        samples = values.map { UInt8((($0 - low) / range * 255).clamped(0, 255)) }
    }

    /// Smoothed sample of 0…255, at coordinates in 1/256 samples.
    @inline(__always)
    func sample(_ x: Int, _ y: Int) -> Int {
        let (left, low) = (x >> 8 & Self.mask, (y >> 8 & Self.mask) << 8)
        let (right, high) = (
            (left + 1) & Self.mask, (low + Self.side) & (Self.side * Self.side - 1)
        )
        let (across, along) = (x & 255, y & 255)
        let near = Int(samples[low + left]) * (256 - across) + Int(samples[low + right]) * across
        let far = Int(samples[high + left]) * (256 - across) + Int(samples[high + right]) * across
        return (near * (256 - along) + far * along) >> 16
    }
}
