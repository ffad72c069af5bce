// SPDX-License-Identifier: Apache-2.0

/// Where the blocks of a strip lie in a picture.
package struct StripLayout: Equatable, Sendable {
    /// Pixels along the edge of a block.
    package static let side = 16

    private let columns: Int
    private let rows: Int
    /// The strip, across the whole width.
    package let area: Rect

    /// Lays out the strip; nil when it would take more than a third of the picture.
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

    /// What a block without a bit shows.
    package func filler(_ index: Int) -> Bool { index.isMultiple(of: 2) }
}
