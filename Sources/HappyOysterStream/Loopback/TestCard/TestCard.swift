// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The frames of a loopback stream.
///
/// What never changes is painted once; each frame copies that and paints the rest over it.
package final class TestCard: Sendable {
    static let title = "HappyOyster LOOPBACK TEST CARD"
    /// Frames that the sweep takes from edge to edge.
    private static let sweepFrames = 72

    private let size: FrameSize
    private let layout: CardLayout
    private let pool: FramePool
    private let backdrop: VideoFrame

    /// Paints what stays the same for one travel.
    package init(size: FrameSize, travelId: String, pool: FramePool) {
        self.size = size
        self.pool = pool
        let layout = CardLayout(size)
        self.layout = layout
        backdrop = pool.frame(
            .i420,
            width: size.width,
            height: size.height,
            presentationTime: .zero
        ) { planes in
            CardBackdrop(layout: layout, travelId: travelId).paint(Canvas(planes))
        }
    }

    /// Paints one frame.
    package func frame(_ content: CardContent) -> VideoFrame {
        pool.frame(
            .i420,
            width: size.width,
            height: size.height,
            presentationTime: content.time
        ) { planes in
            let canvas = Canvas(planes)
            canvas.copy(backdrop)
            sweep(content, canvas)
            CardPanel(layout: layout).paint(content, canvas)
            CardScene(area: layout.scene, textScale: layout.textScale).paint(content, canvas)
            BlockStrip.draw(content.strip, into: canvas)
        }
    }

    /// A bright line that crosses the bars every three seconds.
    private func sweep(_ content: CardContent, _ canvas: Canvas) {
        let frames = UInt64(Self.sweepFrames)
        let step = Int(content.number % frames)
        let x = step * size.width / Self.sweepFrames / 2 * 2
        let rows = layout.bars.y..<layout.ramp.rows.upperBound
        canvas.fill(columns: x - 4..<x + 8, rows: rows, .black)
        canvas.fill(columns: x..<x + 4, rows: rows, .white)
    }
}
