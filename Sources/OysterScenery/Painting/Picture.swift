// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterStream

/// Memory of one I420 picture.
@safe final class Picture {
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
