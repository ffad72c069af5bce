// SPDX-License-Identifier: Apache-2.0

/// The positions of a strip's blocks in a frame.
package struct StripLayout: Equatable, Sendable {
    /// Pixels along the edge of a block.
    package static let side = 16

    private let columns: Int
    private let rows: Int
    /// The strip, across the whole width.
    package let area: Rect

    /// Lays out the strip; nil when it would take more than a third of the frame.
    package init?(width: Int, height: Int) {
        columns = width / Self.side
        guard columns > 0 else { return nil }
        rows = (BlockStrip.bitCount + columns - 1) / columns
        let strip = rows * Self.side
        guard strip <= height / 3 else { return nil }
        area = Rect(x: 0, y: height - strip, width: width, height: strip)
    }

    /// Blocks of the strip, including those that carry no bit.
    package var blockCount: Int { columns * rows }

    /// The pixels of a block.
    package func block(_ index: Int) -> Rect {
        Rect(
            x: index % columns * Self.side,
            y: area.y + index / columns * Self.side,
            width: Self.side,
            height: Self.side
        )
    }

    /// Whether a block that carries no bit is white.
    package func filler(_ index: Int) -> Bool { index.isMultiple(of: 2) }
}
