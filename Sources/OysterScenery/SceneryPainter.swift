// SPDX-License-Identifier: Apache-2.0
package import HappyOysterStream

/// Paints pictures of a world; owns the memory for one picture and what painting needs.
///
/// One painter per stream, used by one thread at a time. No picture depends on those before it.
package final class SceneryPainter {
    package let size: PictureSize
    /// Where the planes of its pictures lie: I420, strides equal to the widths, no gaps.
    package let layout: FrameLayout
    private let picture: Picture

    package init(size: PictureSize) {
        self.size = size
        layout = FrameLayout(.i420, width: size.width, height: size.height)
        picture = Picture(layout)
    }

    /// Paints a world and hands over the bytes of the picture, valid inside the closure.
    ///
    /// - Parameters:
    ///   - scenery: A world of the painter's size; of another one it would be stretched.
    ///   - frameNumber: 1, 2, 3 … of the stream, for the block strip.
    ///   - body: Copies the bytes, laid out as ``layout`` says.
    /// - Returns: What `body` returns.
    package func paint<Result>(
        _ scenery: Scenery,
        frameNumber: UInt64,
        _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
    ) rethrows -> Result {
        let canvas = picture.canvas
        canvas.fill(canvas.bounds, Colour(160, 190, 220))
        BlockStrip.draw(strip(scenery, frameNumber), into: canvas)
        return unsafe try body(picture.bytes)
    }

    /// What the strip tells.
    private func strip(_ scenery: Scenery, _ frameNumber: UInt64) -> StripContent {
        let pose = scenery.pose
        return StripContent(
            frameNumber: UInt32(truncatingIfNeeded: frameNumber),
            tenths: UInt32(truncatingIfNeeded: scenery.time.components.seconds * 10),
            x: Self.strip(pose.x / Island.side),
            y: Self.strip(pose.y / Island.side),
            heading: Self.strip(pose.heading),
            commandSequence: UInt32(truncatingIfNeeded: scenery.newestSequence)
        )
    }

    /// A part of one in 1/4096.
    private static func strip(_ part: Float) -> UInt16 { UInt16(max(0, min(4_095, part * 4_096))) }
}
