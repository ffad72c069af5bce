// SPDX-License-Identifier: Apache-2.0

package typealias PixelFormat = OysterPixelFormat

/// The planes of a frame that follow each other in memory without gaps.
package struct FrameLayout: Equatable, Sendable {
    /// One plane.
    package struct Plane: Equatable, Sendable {
        /// Bytes from the start of the frame.
        package let offset: Int
        /// Bytes per row.
        package let stride: Int
        package let rows: Int
    }

    package let planes: [Plane]
    package let byteCount: Int

    /// Lays out a frame of an even size.
    package init(_ format: PixelFormat, width: Int, height: Int) {
        let shapes: [(stride: Int, rows: Int)] =
            switch format {
            case .i420: [(width, height), (width / 2, height / 2), (width / 2, height / 2)]
            case .nv12: [(width, height), (width, height / 2)]
            case .rgba, .bgra: [(4 * width, height)]
            case .rgb24, .bgr24: [(3 * width, height)]
            }
        var offset = 0
        planes = shapes.map { shape in
            defer { offset += shape.stride * shape.rows }
            return Plane(offset: offset, stride: shape.stride, rows: shape.rows)
        }
        byteCount = offset
    }
}
