// SPDX-License-Identifier: Apache-2.0

/// Rows of samples that can be written.
///
/// Valid as long as its memory, which is the duration of the closure of
/// ``FramePool/frame(_:width:height:presentationTime:paint:)``. Its functions clip, so that no
/// coordinate writes outside; loops over rows use the pointer to avoid the cost of clipping.
@safe package struct MutablePlane {
    package let base: UnsafeMutablePointer<UInt8>
    /// Bytes per row, all of them used.
    package let stride: Int
    package let rows: Int

    package init(base: UnsafeMutablePointer<UInt8>, stride: Int, rows: Int) {
        unsafe self.base = unsafe base
        self.stride = stride
        self.rows = rows
    }

    /// Sets the bytes of a rectangle; the part outside is ignored.
    package func fill(columns: Range<Int>, rows: Range<Int>, with value: UInt8) {
        let columns = columns.clamped(to: 0..<stride)
        guard !columns.isEmpty else { return }
        for row in rows.clamped(to: 0..<self.rows) {
            unsafe (base + row * stride + columns.lowerBound)
                .update(repeating: value, count: columns.count)
        }
    }

    /// Copies all rows of a plane that has at least as many, and as wide ones.
    func copy(_ source: VideoFrame.Plane) {
        if source.stride == stride {
            return unsafe base.update(from: source.base, count: stride * rows)
        }
        for row in 0..<rows {
            unsafe (base + row * stride)
                .update(from: source.base + row * source.stride, count: stride)
        }
    }
}
