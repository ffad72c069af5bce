// SPDX-License-Identifier: Apache-2.0

/// The parts of a test card that stay the same for one travel.
struct CardBackdrop {
    let layout: CardLayout
    let travelId: String

    func paint(_ canvas: Canvas) {
        paintGround(canvas)
        paintTitle(canvas)
        paintBars(canvas)
        canvas.fill(layout.panel, CardPalette.panel)
        canvas.outline(layout.panel, thickness: 2, CardPalette.edge)
        CardPanel(layout: layout).paintLabels(travelId: travelId, canvas)
    }

    private func paintGround(_ canvas: Canvas) {
        for y in stride(from: 0, to: canvas.height, by: 2) {
            let colour = CardPalette.backdrop.colour(y, of: canvas.height)
            canvas.fill(columns: 0..<canvas.width, rows: y..<y + 2, colour)
        }
    }

    private func paintTitle(_ canvas: Canvas) {
        canvas.fill(layout.title, CardPalette.title)
        let rows = layout.title.rows
        canvas.fill(columns: layout.title.columns, rows: rows.suffix(4), CardPalette.accent)
        let scale = layout.titleScale
        let radius = 5 * scale
        let width = BitmapFont.width(of: TestCard.title, scale: scale)
        let gap = 8 * scale
        let left = (layout.title.width - width - 2 * radius - gap) / 2 / 2 * 2
        let midY = layout.title.y + (layout.title.height - 4) / 2
        Pearl(x: left + radius, y: midY, radiusX: radius, radiusY: radius).paint(canvas)
        canvas.text(
            TestCard.title,
            x: left + 2 * radius + gap,
            y: midY - BitmapFont.height * scale / 2,
            scale: scale,
            CardPalette.titleText
        )
    }

    private func paintBars(_ canvas: Canvas) {
        let count = CardPalette.bars.count
        for (index, colour) in CardPalette.bars.enumerated() {
            canvas.fill(columns: part(index, of: count), rows: layout.bars.rows, colour)
        }
        let steps = 16
        for index in 0..<steps {
            let level = index * 255 / (steps - 1)
            canvas.fill(
                columns: part(index, of: steps),
                rows: layout.ramp.rows,
                Colour(level, level, level)
            )
        }
    }

    /// One of several equal parts of the width, with even edges.
    private func part(_ index: Int, of count: Int) -> Range<Int> {
        let width = layout.bars.width
        return index * width / count / 2 * 2..<(index + 1) * width / count / 2 * 2
    }
}
