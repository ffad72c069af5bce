// SPDX-License-Identifier: Apache-2.0
import HappyOysterStream

/// One picture; its pixels never change and live as long as any copy of the frame; ours.
public struct OysterVideoFrame: Sendable {
    private let numbered: NumberedFrame
    /// Layout of the planes.
    public let format: OysterPixelFormat

    init(_ numbered: NumberedFrame, as format: OysterPixelFormat) {
        self.numbered = numbered
        self.format = format
    }

    /// Pixels, even.
    public var width: Int { numbered.frame.width }
    /// Pixels, even.
    public var height: Int { numbered.frame.height }
    /// 1, 2, 3 … per travel as received; a gap means frames that were replaced by newer ones.
    public var sequence: UInt64 { numbered.sequence }
    /// Since the first frame of the travel; counts on over pauses.
    public var pts: Duration { numbered.presentationTime }
    /// Number of planes.
    public var planeCount: Int { numbered.frame.planes.count }

    /// Bytes from one row of a plane to the next; 0 for a plane that is not there.
    public func stride(ofPlane index: Int) -> Int {
        numbered.frame.planes.indices.contains(index) ? numbered.frame.planes[index].stride : 0
    }

    /// A copy of a plane without gaps between the rows; empty for a plane that is not there.
    public func bytes(ofPlane index: Int) -> [UInt8] { numbered.frame.bytes(plane: index) }

    /// Shows the bytes of a plane, padding of rows included, without a copy.
    ///
    /// The buffer is valid during the call only; it is empty for a plane that is not there.
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
