// SPDX-License-Identifier: Apache-2.0

extension VideoFrame {
    /// The same frame in another format; the frame itself when it has that format already.
    ///
    /// Only I420 can be converted, since streams deliver nothing else. Memory comes from the pool,
    /// so that repeated conversions allocate nothing.
    ///
    /// Not libyuv: Debian 12 ships its static archive without position-independent code, so it
    /// cannot be linked into a shared library, and the shared libyuv must not become a run-time
    /// dependency.
    package func converted(
        to target: PixelFormat,
        pool: FramePool = FramePool(idleLimit: 0)
    ) -> VideoFrame {
        guard target != format else { return self }
        precondition(format == .i420 && planes.count == 3, "only I420 is converted")
        return pool.frame(
            target,
            width: width,
            height: height,
            presentationTime: presentationTime
        ) { output in
            switch target {
            case .i420: break
            case .nv12: interleaveChroma(into: output)
            case .rgba: unsafe convertRows(into: output[0], PixelRow.writeRGBA)
            case .bgra: unsafe convertRows(into: output[0], PixelRow.writeBGRA)
            case .rgb24: unsafe convertRows(into: output[0], PixelRow.writeRGB24)
            case .bgr24: unsafe convertRows(into: output[0], PixelRow.writeBGR24)
            }
        }
    }

    private func interleaveChroma(into output: [MutablePlane]) {
        output[0].copy(planes[0])
        for row in 0..<height / 2 {
            unsafe PixelRow.interleave(
                planes[1].base + row * planes[1].stride,
                planes[2].base + row * planes[2].stride,
                into: output[1].base + row * output[1].stride,
                count: width / 2
            )
        }
    }

    /// Converts the rows in pairs: two rows share one row of chroma, widened once for both.
    private func convertRows(into output: MutablePlane, _ write: PixelRow.Writer) {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 2 * width) { wide in
            guard let wideU = wide.baseAddress else { return }
            let wideV = unsafe wideU + width
            for row in 0..<height / 2 {
                unsafe PixelRow.double(
                    planes[1].base + row * planes[1].stride,
                    into: wideU,
                    count: width / 2
                )
                unsafe PixelRow.double(
                    planes[2].base + row * planes[2].stride,
                    into: wideV,
                    count: width / 2
                )
                for y in [2 * row, 2 * row + 1] {
                    unsafe write(
                        planes[0].base + y * planes[0].stride,
                        wideU,
                        wideV,
                        output.base + y * output.stride,
                        width
                    )
                }
            }
        }
    }
}
