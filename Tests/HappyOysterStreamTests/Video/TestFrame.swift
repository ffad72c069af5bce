// SPDX-License-Identifier: Apache-2.0
import HappyOysterStream
import HappyOysterTestSupport

/// An I420 image as arrays, to make frames from and to compare with.
struct TestFrame {
    let width: Int
    let height: Int
    var planes: [[UInt8]]

    /// An image of one colour.
    init(width: Int, height: Int, y: UInt8, u: UInt8, v: UInt8) {
        self.width = width
        self.height = height
        planes = [
            Array(repeating: y, count: width * height),
            Array(repeating: u, count: width * height / 4),
            Array(repeating: v, count: width * height / 4),
        ]
    }

    /// An image of noise.
    init(width: Int, height: Int, seed: UInt64) {
        self.init(width: width, height: height, y: 0, u: 0, v: 0)
        var random = SplitMix(seed)
        planes = planes.map { $0.map { _ in .random(in: 0...255, using: &random) } }
    }

    /// A frame whose rows are longer than their pixels by some bytes.
    func frame(
        padding: Int = 0,
        presentationTime: Duration = .zero,
        onRelease: @escaping @Sendable () -> Void = {}
    ) -> VideoFrame {
        let memory = planes.enumerated().map { index, samples in
            rows(samples, width: index == 0 ? width : width / 2, padding: padding)
        }
        let planes = memory.enumerated().map { index, base in
            VideoFrame.Plane(
                base: UnsafePointer(base),
                stride: (index == 0 ? width : width / 2) + padding
            )
        }
        let addresses = memory.map(UInt.init(bitPattern:))
        return VideoFrame(
            format: .i420,
            width: width,
            height: height,
            planes: planes,
            presentationTime: presentationTime,
            onRelease: {
                for address in addresses {
                    UnsafeMutablePointer<UInt8>(bitPattern: address)?.deallocate()
                }
                onRelease()
            }
        )
    }

    private func rows(
        _ samples: [UInt8],
        width: Int,
        padding: Int
    ) -> UnsafeMutablePointer<UInt8> {
        let count = samples.count / width
        let base = UnsafeMutablePointer<UInt8>.allocate(capacity: count * (width + padding))
        base.initialize(repeating: 0xEE, count: count * (width + padding))
        for (index, sample) in samples.enumerated() {
            base[index / width * (width + padding) + index % width] = sample
        }
        return base
    }
}
