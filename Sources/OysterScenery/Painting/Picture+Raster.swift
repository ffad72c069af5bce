// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterStream

extension Picture {
    /// Takes over the pixels of a raster as its upper rows; both have even sizes.
    func take(_ raster: Raster) {
        guard planes.count == 3, raster.width == planes[0].stride, raster.height <= planes[0].rows
        else { return }
        let half = raster.width / 2
        for row in stride(from: 0, to: raster.height, by: 2) {
            let upper = unsafe raster.pixels + row * raster.width
            let lower = unsafe upper + raster.width
            let top = unsafe planes[0].base + row * raster.width
            let bottom = unsafe top + raster.width
            for column in 0..<raster.width {
                unsafe top[column] = UInt8(truncatingIfNeeded: upper[column])
            }
            for column in 0..<raster.width {
                unsafe bottom[column] = UInt8(truncatingIfNeeded: lower[column])
            }
            let u = unsafe planes[1].base + row / 2 * half
            let v = unsafe planes[2].base + row / 2 * half
            for column in 0..<half {
                let (a, b) = unsafe (upper[2 * column] >> 8, upper[2 * column + 1] >> 8)
                let (c, d) = unsafe (lower[2 * column] >> 8, lower[2 * column + 1] >> 8)
                // Two sums of four bytes side by side.
                let mask: UInt32 = 0xFF
                let blue = (a & mask) &+ (b & mask) &+ (c & mask) &+ (d & mask) &+ 2
                let red = (a >> 8) &+ (b >> 8) &+ (c >> 8) &+ (d >> 8) &+ 2
                unsafe u[column] = UInt8(truncatingIfNeeded: blue >> 2)
                unsafe v[column] = UInt8(truncatingIfNeeded: red >> 2)
            }
        }
    }
}
