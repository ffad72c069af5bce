// SPDX-License-Identifier: Apache-2.0

/// A tileable square of smooth noise, for clouds and waves.
///
/// `@unchecked Sendable`: the initializer writes the samples; later they are only read.
@safe final class NoiseTexture: @unchecked Sendable {
    /// Samples along an edge, a power of two.
    static let side = 256
    private static let mask = side - 1

    private let samples: UnsafeMutablePointer<UInt8>

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
        unsafe samples = .allocate(capacity: values.count)
        for (index, value) in values.enumerated() {
            unsafe (samples + index).initialize(
                to: UInt8(((value - low) / range * 255).clamped(0, 255))
            )
        }
    }

    deinit { unsafe samples.deallocate() }

    /// Smoothed sample of 0…255, at coordinates in 1/256 samples; the masks keep it inside.
    @inline(__always)
    func sample(_ x: Int, _ y: Int) -> Int {
        let (left, low) = (x >> 8 & Self.mask, (y >> 8 & Self.mask) << 8)
        let (right, high) = ((left &+ 1) & Self.mask, (low &+ Self.side) & 0xFF00)
        let (across, along) = (x & 255, y & 255)
        let (a, b) = unsafe (Int(samples[low | left]), Int(samples[low | right]))
        let (c, d) = unsafe (Int(samples[high | left]), Int(samples[high | right]))
        let near = a &* (256 &- across) &+ b &* across
        let far = c &* (256 &- across) &+ d &* across
        return (near &* (256 &- along) &+ far &* along) >> 16
    }
}
