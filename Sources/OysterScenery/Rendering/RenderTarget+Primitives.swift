// SPDX-License-Identifier: Apache-2.0

/// Primitives without a depth test.
extension RenderTarget {
    @inline(__always)
    func mix(x: Int, y: Int, _ colour: UInt32, _ part: UInt32) {
        guard x >= 0, x < width, y >= 0, y < height else { return }
        let index = y * width + x
        unsafe pixels[index] = Pixel.mix(pixels[index], colour, min(part, 256))
    }

    /// Only on pixels that no object covers.
    @inline(__always)
    func mixFree(x: Int, y: Int, _ colour: UInt32, _ part: UInt32) {
        guard x >= 0, x < width, y >= 0, y < height else { return }
        if unsafe inverseDepth[y * width + x] == 0 { mix(x: x, y: y, colour, part) }
    }

    func square(x: Int, y: Int, size: Int, _ colour: UInt32, part: UInt32) {
        for row in y..<y + size {
            for column in x..<x + size {
                // Without its corners the square looks round.
                let isCorner =
                    size > 2 && (row == y || row == y + size - 1)
                    && (column == x || column == x + size - 1)
                mix(x: column, y: row, colour, isCorner ? part / 3 : part)
            }
        }
    }

    /// A steep line, one pixel wide, anti-aliased.
    func line(
        from: (x: Float, y: Float),
        to: (x: Float, y: Float),
        _ colour: UInt32,
        part: UInt32,
        free: Bool = false
    ) {
        let steps = max(1, Int(to.y - from.y))
        for step in 0..<steps {
            let x = from.x + (to.x - from.x) * Float(step) / Float(steps)
            let column = Int(x.rounded(.down))
            let right = UInt32((x - Float(column)) * Float(part))
            let row = Int(from.y) + step
            if free {
                mixFree(x: column, y: row, colour, part - right)
                mixFree(x: column + 1, y: row, colour, right)
            } else {
                mix(x: column, y: row, colour, part - right)
                mix(x: column + 1, y: row, colour, right)
            }
        }
    }

    /// Blends a colour into a rectangle.
    func tint(columns: Range<Int>, rows: Range<Int>, _ colour: UInt32, part: UInt32) {
        let columns = columns.clamped(to: 0..<width)
        for row in rows.clamped(to: 0..<height) {
            for index in row * width + columns.lowerBound..<row * width + columns.upperBound {
                unsafe pixels[index] = Pixel.mix(pixels[index], colour, part)
            }
        }
    }
}
