// SPDX-License-Identifier: Apache-2.0

/// Colour and depth buffer of a frame; rows from the top, without gaps.
///
/// A pixel is Y, U, V from the lowest byte. Depth is stored as its inverse.
@safe final class RenderTarget {
    let width: Int
    let height: Int
    let pixels: UnsafeMutablePointer<UInt32>
    let inverseDepth: UnsafeMutablePointer<Float>
    /// Lookup table of colours for the current row.
    let row: UnsafeMutablePointer<UInt32>

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        unsafe pixels = .allocate(capacity: width * height)
        unsafe inverseDepth = .allocate(capacity: width * height)
        unsafe row = .allocate(capacity: 256)
        unsafe row.initialize(repeating: 0, count: 256)
        unsafe pixels.initialize(repeating: 0x80_8010, count: width * height)
        clear()
    }

    deinit {
        unsafe pixels.deallocate()
        unsafe inverseDepth.deallocate()
        unsafe row.deallocate()
    }

    /// Sets all depths to infinity.
    func clear() { unsafe inverseDepth.update(repeating: 0, count: width * height) }

    /// Sets a pixel that no object covers.
    @inline(__always)
    func fillFree(_ index: Int, _ colour: UInt32) {
        if unsafe inverseDepth[index] == 0 { unsafe pixels[index] = colour }
    }

    /// A vertex on the screen: column and row in pixels, and its inverse depth.
    typealias Corner = SIMD3<Float>

    /// Fills a triangle with one colour, with a depth test.
    @inline(__always)
    func fill(_ a: Corner, _ b: Corner, _ c: Corner, _ colour: UInt32) {
        walk(a, b, c) { start, count, inverseDepth, step in
            draw(start, count, inverseDepth, step, colour)
        }
    }

    /// Blends `part`/256 of a colour into a triangle, with a depth test.
    func blend(_ a: Corner, _ b: Corner, _ c: Corner, _ colour: UInt32, part: UInt32) {
        walk(a, b, c) { start, count, inverseDepth, step in
            var value = inverseDepth
            for index in start..<start + count {
                if unsafe value > self.inverseDepth[index] {
                    unsafe pixels[index] = Pixel.mix(pixels[index], colour, part)
                }
                value += step
            }
        }
    }

    /// Calls `body` for each row of a triangle with the first pixel, the number of pixels, the
    /// inverse depth of the first pixel, and its increment per pixel.
    @inline(__always)
    private func walk(
        _ a: Corner,
        _ b: Corner,
        _ c: Corner,
        _ body: (_ start: Int, _ count: Int, _ inverseDepth: Float, _ step: Float) -> Void
    ) {
        var (top, middle, bottom) = (a, b, c)
        if middle.y < top.y { swap(&top, &middle) }
        if bottom.y < top.y { swap(&top, &bottom) }
        if bottom.y < middle.y { swap(&middle, &bottom) }
        let area = (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)
        guard abs(area) > 0.01 else { return }
        let across = ((b.z - a.z) * (c.y - a.y) - (c.z - a.z) * (b.y - a.y)) / area
        let along = ((c.z - a.z) * (b.x - a.x) - (b.z - a.z) * (c.x - a.x)) / area
        let first = max(0, Self.ceiling(top.y - 0.5))
        let last = min(height, Self.ceiling(bottom.y - 0.5))
        guard first < last else { return }
        let long = (bottom.x - top.x) / (bottom.y - top.y)
        let upper = middle.y > top.y ? (middle.x - top.x) / (middle.y - top.y) : 0
        let lower = bottom.y > middle.y ? (bottom.x - middle.x) / (bottom.y - middle.y) : 0
        let limit = Float(width)
        let isLongLeft = top.x + (middle.y - top.y) * long < middle.x
        for row in first..<last {
            let y = Float(row) + 0.5
            let one = top.x + (y - top.y) * long
            let other =
                y < middle.y ? top.x + (y - top.y) * upper : middle.x + (y - middle.y) * lower
            let left = Self.column(isLongLeft ? one : other, limit)
            let right = Self.column(isLongLeft ? other : one, limit)
            guard left < right else { continue }
            let inverseDepth = a.z + (Float(left) + 0.5 - a.x) * across + (y - a.y) * along
            body(row &* width &+ left, right &- left, inverseDepth, across)
        }
    }

    /// The first pixel whose centre is not to the left of an edge.
    @inline(__always)
    private static func column(_ edge: Float, _ limit: Float) -> Int {
        let positive = edge > 0 ? edge : 0
        return Int(Int32((positive < limit ? positive : limit) + 0.5))
    }

    @inline(__always)
    private func draw(
        _ start: Int,
        _ count: Int,
        _ inverseDepth: Float,
        _ step: Float,
        _ colour: UInt32
    ) {
        var (index, value) = (start, inverseDepth)
        let end = start + count
        if count >= 8 {
            var values = SIMD4(value, value + step, value + 2 * step, value + 3 * step)
            let steps = SIMD4(repeating: 4 * step)
            let colours = SIMD4(repeating: colour)
            while index + 4 <= end {
                let known = unsafe UnsafeRawPointer(self.inverseDepth + index)
                    .loadUnaligned(as: SIMD4<Float>.self)
                let isNearer = values .> known
                // Usually all four pass the depth test, or none does.
                if all(isNearer) {
                    unsafe UnsafeMutableRawPointer(self.inverseDepth + index)
                        .storeBytes(of: values, as: SIMD4<Float>.self)
                    unsafe UnsafeMutableRawPointer(pixels + index)
                        .storeBytes(of: colours, as: SIMD4<UInt32>.self)
                } else if any(isNearer) {
                    for lane in 0..<4 where isNearer[lane] {
                        unsafe self.inverseDepth[index + lane] = values[lane]
                        unsafe pixels[index + lane] = colour
                    }
                }
                values += steps
                index += 4
            }
            value = values.x
        }
        while index < end {
            if unsafe value > self.inverseDepth[index] {
                unsafe self.inverseDepth[index] = value
                unsafe pixels[index] = colour
            }
            value += step
            index += 1
        }
    }

    /// Rounds up; for values that fit an integer, as screen coordinates do.
    @inline(__always)
    private static func ceiling(_ value: Float) -> Int {
        let bounded = max(-1e6, min(1e6, value))
        let whole = Int32(bounded)
        return Int(Float(whole) < bounded ? whole &+ 1 : whole)
    }
}
