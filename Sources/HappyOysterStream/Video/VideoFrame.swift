// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterThreading

/// One frame of video: planes of pixels whose address and content do not change while it exists.
///
/// `@unchecked Sendable`: all properties are constants, the pixels are written before the frame is
/// made and only read afterwards, and `onRelease` runs once, in `deinit`.
package final class VideoFrame: @unchecked Sendable {
    private let live = LiveObject("VideoFrame")
    /// Rows of samples; safe to pass around, its bytes are read through `base`.
    @safe package struct Plane {
        package let base: UnsafePointer<UInt8>
        /// Bytes per row.
        package let stride: Int

        package init(base: UnsafePointer<UInt8>, stride: Int) {
            unsafe self.base = unsafe base
            self.stride = stride
        }
    }

    package let format: PixelFormat
    /// Pixels, even.
    package let width: Int
    /// Pixels, even.
    package let height: Int
    package let planes: [Plane]
    /// Since the first frame of the join.
    package let presentationTime: Duration
    private let onRelease: @Sendable () -> Void

    package init(
        format: PixelFormat,
        width: Int,
        height: Int,
        planes: [Plane],
        presentationTime: Duration,
        onRelease: @escaping @Sendable () -> Void
    ) {
        self.format = format
        self.width = width
        self.height = height
        self.planes = planes
        self.presentationTime = presentationTime
        self.onRelease = onRelease
    }

    deinit { onRelease() }

    /// A copy of some rows of a plane, without gaps; rows outside are left out.
    package func bytes(plane index: Int, rows: Range<Int>? = nil) -> [UInt8] {
        let shapes = FrameLayout(format, width: width, height: height).planes
        guard planes.indices.contains(index), shapes.indices.contains(index) else { return [] }
        let (plane, shape) = (planes[index], shapes[index])
        let all = 0..<shape.rows
        var bytes: [UInt8] = []
        for row in (rows ?? all).clamped(to: all) {
            let start = unsafe plane.base + row * plane.stride
            unsafe bytes.append(
                contentsOf: UnsafeBufferPointer(start: start, count: shape.stride)
            )
        }
        return bytes
    }
}
