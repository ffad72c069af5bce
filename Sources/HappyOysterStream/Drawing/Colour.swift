// SPDX-License-Identifier: Apache-2.0

/// A colour as BT.601 limited range samples.
package struct Colour: Equatable, Sendable {
    package let luma: UInt8
    package let u: UInt8
    package let v: UInt8

    /// Converts red, green and blue of 0…255; others are limited to that.
    package init(_ red: Int, _ green: Int, _ blue: Int) {
        let (red, green, blue) = (Self.limit(red), Self.limit(green), Self.limit(blue))
        luma = UInt8((66 * red + 129 * green + 25 * blue + 128) / 256 + 16)
        u = UInt8((-38 * red - 74 * green + 112 * blue + 128 + 128 * 256) / 256)
        v = UInt8((112 * red - 94 * green - 18 * blue + 128 + 128 * 256) / 256)
    }

    private static func limit(_ value: Int) -> Int { max(0, min(255, value)) }

    package static let black = Colour(0, 0, 0)
    package static let white = Colour(255, 255, 255)
}

/// The colours between two.
package struct Gradient: Sendable {
    private let from: (red: Int, green: Int, blue: Int)
    private let to: (red: Int, green: Int, blue: Int)

    package init(
        from: (red: Int, green: Int, blue: Int),
        to: (red: Int, green: Int, blue: Int)
    ) {
        self.from = from
        self.to = to
    }

    /// The colour at a step of 0…steps, evenly spaced.
    package func colour(_ step: Int, of steps: Int) -> Colour {
        let steps = max(steps, 1)
        let step = max(0, min(step, steps))
        func mix(_ from: Int, _ to: Int) -> Int { from + (to - from) * step / steps }
        return Colour(
            mix(from.red, to.red),
            mix(from.green, to.green),
            mix(from.blue, to.blue)
        )
    }
}
