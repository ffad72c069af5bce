// SPDX-License-Identifier: Apache-2.0

/// Row loops of the conversions, written for the optimiser's vectoriser.
///
/// No branches, no bounds checks, contiguous access, and 16-bit lanes, which is what the x86-64
/// baseline multiplies quickly.
enum PixelRow {
    /// Converts a row: luma, U and V widened to one sample per pixel, output, number of pixels.
    typealias Writer = (
        UnsafePointer<UInt8>, UnsafePointer<UInt8>, UnsafePointer<UInt8>,
        UnsafeMutablePointer<UInt8>, Int
    ) -> Void

    /// Repeats each sample.
    @inline(__always)
    static func double(
        _ source: UnsafePointer<UInt8>,
        into output: UnsafeMutablePointer<UInt8>,
        count: Int
    ) {
        let output = UnsafeMutableRawPointer(output)
        for index in 0..<count {
            let pair = unsafe UInt16(source[index]) &* 0x0101
            unsafe output.storeBytes(of: pair, toByteOffset: 2 &* index, as: UInt16.self)
        }
    }

    /// Writes the samples of two rows in turn.
    @inline(__always)
    static func interleave(
        _ first: UnsafePointer<UInt8>,
        _ second: UnsafePointer<UInt8>,
        into output: UnsafeMutablePointer<UInt8>,
        count: Int
    ) {
        let output = UnsafeMutableRawPointer(output)
        for index in 0..<count {
            let pair = unsafe UInt16(first[index]) | UInt16(second[index]) &<< 8
            unsafe output.storeBytes(
                of: pair.littleEndian,
                toByteOffset: 2 &* index,
                as: UInt16.self
            )
        }
    }

    static func writeRGBA(
        luma: UnsafePointer<UInt8>,
        wideU: UnsafePointer<UInt8>,
        wideV: UnsafePointer<UInt8>,
        output: UnsafeMutablePointer<UInt8>,
        count: Int
    ) {
        let output = UnsafeMutableRawPointer(output)
        for x in 0..<count {
            let pixel = unsafe YUVPixel(luma[x], wideU[x], wideV[x]).rgba
            unsafe output.storeBytes(of: pixel.low, toByteOffset: 4 &* x, as: UInt16.self)
            unsafe output.storeBytes(of: pixel.high, toByteOffset: 4 &* x &+ 2, as: UInt16.self)
        }
    }

    static func writeBGRA(
        luma: UnsafePointer<UInt8>,
        wideU: UnsafePointer<UInt8>,
        wideV: UnsafePointer<UInt8>,
        output: UnsafeMutablePointer<UInt8>,
        count: Int
    ) {
        let output = UnsafeMutableRawPointer(output)
        for x in 0..<count {
            let pixel = unsafe YUVPixel(luma[x], wideU[x], wideV[x]).bgra
            unsafe output.storeBytes(of: pixel.low, toByteOffset: 4 &* x, as: UInt16.self)
            unsafe output.storeBytes(of: pixel.high, toByteOffset: 4 &* x &+ 2, as: UInt16.self)
        }
    }

    static func writeRGB24(
        luma: UnsafePointer<UInt8>,
        wideU: UnsafePointer<UInt8>,
        wideV: UnsafePointer<UInt8>,
        output: UnsafeMutablePointer<UInt8>,
        count: Int
    ) {
        unsafe packed(luma, wideU, wideV, output, count, from: writeRGBA)
    }

    static func writeBGR24(
        luma: UnsafePointer<UInt8>,
        wideU: UnsafePointer<UInt8>,
        wideV: UnsafePointer<UInt8>,
        output: UnsafeMutablePointer<UInt8>,
        count: Int
    ) {
        unsafe packed(luma, wideU, wideV, output, count, from: writeBGRA)
    }

    /// Converts a row to four bytes per pixel, then moves the pixels together.
    ///
    /// Each store writes one byte too many, which the next store corrects; the last pixel is
    /// copied alone.
    @inline(__always)
    private static func packed(
        _ luma: UnsafePointer<UInt8>,
        _ wideU: UnsafePointer<UInt8>,
        _ wideV: UnsafePointer<UInt8>,
        _ output: UnsafeMutablePointer<UInt8>,
        _ count: Int,
        from write: Writer
    ) {
        unsafe withUnsafeTemporaryAllocation(byteCount: 4 * count, alignment: 16) { row in
            guard count > 0, let pixels = row.baseAddress else { return }
            unsafe write(luma, wideU, wideV, pixels.assumingMemoryBound(to: UInt8.self), count)
            let packed = UnsafeMutableRawPointer(output)
            for x in 0..<count &- 1 {
                let pixel = unsafe pixels.load(fromByteOffset: 4 &* x, as: UInt32.self)
                unsafe packed.storeBytes(of: pixel, toByteOffset: 3 &* x, as: UInt32.self)
            }
            unsafe (packed + 3 &* (count &- 1))
                .copyMemory(from: pixels + 4 &* (count &- 1), byteCount: 3)
        }
    }
}
