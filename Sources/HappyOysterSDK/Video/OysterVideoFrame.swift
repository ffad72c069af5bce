// SPDX-License-Identifier: Apache-2.0
public import HappyOysterStream

/// One decoded frame; its pixels never change and live as long as any copy of it; ours.
public struct OysterVideoFrame: Sendable {
    private let numbered: NumberedFrame

    init(_ numbered: NumberedFrame) { self.numbered = numbered }

    /// Pixel format.
    public var format: OysterPixelFormat { numbered.frame.format }
    /// Pixels, even.
    public var width: Int { numbered.frame.width }
    /// Pixels, even.
    public var height: Int { numbered.frame.height }
    /// 1, 2, 3 … per travel in the order of arrival; a gap means frames that newer ones replaced.
    public var sequence: UInt64 { numbered.sequence }
    /// Presentation time, on the same clock as that of audio; it continues after pauses.
    public var pts: Duration { numbered.presentationTime }
    /// Number of planes.
    public var planeCount: Int { numbered.frame.planes.count }

    /// Bytes from one row of a plane to the next; 0 for a plane that the format does not have.
    public func stride(ofPlane index: Int) -> Int {
        numbered.frame.planes.indices.contains(index) ? numbered.frame.planes[index].stride : 0
    }

    /// A copy of a plane without padding; empty for a plane that the format does not have.
    public func bytes(ofPlane index: Int) -> [UInt8] { numbered.frame.bytes(plane: index) }

    /// Passes the bytes of a plane to a function, with the padding of rows, without a copy.
    ///
    /// The buffer is valid only during the call; it is empty for a plane that the format does not
    /// have.
    public func withUnsafeBytes<Result>(
        ofPlane index: Int,
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        let shapes = FrameLayout(numbered.frame.format, width: width, height: height).planes
        guard numbered.frame.planes.indices.contains(index), shapes.indices.contains(index) else {
            return try unsafe body(UnsafeRawBufferPointer(start: nil, count: 0))
        }
        let (plane, shape) = (numbered.frame.planes[index], shapes[index])
        // The last row may lack its padding.
        let count = shape.rows == 0 ? 0 : plane.stride * (shape.rows - 1) + shape.stride
        defer { withExtendedLifetime(numbered) {} }
        return try unsafe body(UnsafeRawBufferPointer(start: plane.base, count: count))
    }
}
