// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterStream

/// Memory of one I420 frame.
@safe final class I420Frame {
    let canvas: Canvas
    let bytes: UnsafeBufferPointer<UInt8>
    let planes: [MutablePlane]
    private let memory: UnsafeMutableBufferPointer<UInt8>

    init(_ layout: FrameLayout) {
        let memory = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: layout.byteCount)
        unsafe memory.initialize(repeating: 128)
        unsafe self.memory = memory
        unsafe bytes = UnsafeBufferPointer(memory)
        let base = memory.baseAddress
        planes = layout.planes.compactMap { plane in
            unsafe base.map {
                unsafe MutablePlane(
                    base: $0 + plane.offset,
                    stride: plane.stride,
                    rows: plane.rows
                )
            }
        }
        canvas = Canvas(planes)
    }

    deinit { unsafe memory.deallocate() }
}

extension I420Frame {
    /// Converts the pixels of a render target into the upper rows; both have even sizes.
    func take(_ target: RenderTarget) {
        guard planes.count == 3, target.width == planes[0].stride, target.height <= planes[0].rows
        else { return }
        let half = target.width / 2
        for row in stride(from: 0, to: target.height, by: 2) {
            let upper = unsafe target.pixels + row * target.width
            let lower = unsafe upper + target.width
            let top = unsafe planes[0].base + row * target.width
            let bottom = unsafe top + target.width
            for column in 0..<target.width {
                unsafe top[column] = UInt8(truncatingIfNeeded: upper[column])
            }
            for column in 0..<target.width {
                unsafe bottom[column] = UInt8(truncatingIfNeeded: lower[column])
            }
            let u = unsafe planes[1].base + row / 2 * half
            let v = unsafe planes[2].base + row / 2 * half
            for column in 0..<half {
                let (a, b) = unsafe (upper[2 * column] >> 8, upper[2 * column + 1] >> 8)
                let (c, d) = unsafe (lower[2 * column] >> 8, lower[2 * column + 1] >> 8)
                // Adds four bytes in each half of the register.
                let mask: UInt32 = 0xFF
                let blue = (a & mask) &+ (b & mask) &+ (c & mask) &+ (d & mask) &+ 2
                let red = (a >> 8) &+ (b >> 8) &+ (c >> 8) &+ (d >> 8) &+ 2
                unsafe u[column] = UInt8(truncatingIfNeeded: blue >> 2)
                unsafe v[column] = UInt8(truncatingIfNeeded: red >> 2)
            }
        }
    }
}
