// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterStream
internal import OysterScenery

/// Makes pictures of a world, for one thread at a time.
protocol Painter {
    /// Paints a picture in I420 without gaps; its bytes are valid inside the closure.
    func paint(_ scenery: Scenery, frame: UInt64, _ body: (UnsafeRawBufferPointer) -> Void)
}

/// Makes the painter for pictures of a size.
typealias PainterMaker = @Sendable (FrameSize) -> any Painter

extension SceneryPainter: Painter {
    func paint(_ scenery: Scenery, frame: UInt64, _ body: (UnsafeRawBufferPointer) -> Void) {
        paint(scenery, frameNumber: frame) { body(UnsafeRawBufferPointer($0)) }
    }
}
