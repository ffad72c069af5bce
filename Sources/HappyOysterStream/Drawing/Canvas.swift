// SPDX-License-Identifier: Apache-2.0

/// Paints into an I420 frame; everything is clipped.
///
/// Chroma has half the resolution, so shapes with even edges have exact colours.
package struct Canvas {
    package let width: Int
    package let height: Int
    /// Pixels outside are not changed.
    private var clip: Rect
    private let luma: MutablePlane
    private let u: MutablePlane
    private let v: MutablePlane

    /// Paints into the planes of an I420 frame that is being made.
    package init(_ planes: [MutablePlane]) {
        precondition(planes.count == 3, "a canvas paints I420 only")
        (luma, u, v) = (planes[0], planes[1], planes[2])
        (width, height) = (luma.stride, luma.rows)
        clip = Rect(x: 0, y: 0, width: width, height: height)
    }

    package var bounds: Rect { Rect(x: 0, y: 0, width: width, height: height) }

    /// The same canvas, which does not change pixels outside of a rectangle.
    package func clipped(to rect: Rect) -> Canvas {
        var copy = self
        copy.clip = rect
        return copy
    }

    /// Replaces the whole frame by one of the same size and format.
    package func copy(_ frame: VideoFrame) {
        guard frame.format == .i420, frame.width == width, frame.height == height else { return }
        luma.copy(frame.planes[0])
        u.copy(frame.planes[1])
        v.copy(frame.planes[2])
    }

    package func fill(_ rect: Rect, _ colour: Colour) {
        fill(columns: rect.columns, rows: rect.rows, colour)
    }

    package func fill(columns: Range<Int>, rows: Range<Int>, _ colour: Colour) {
        let columns = columns.clamped(to: clip.columns)
        let rows = rows.clamped(to: clip.rows)
        guard !columns.isEmpty, !rows.isEmpty else { return }
        luma.fill(columns: columns, rows: rows, with: colour.luma)
        let chromaColumns = columns.lowerBound / 2..<(columns.upperBound + 1) / 2
        let chromaRows = rows.lowerBound / 2..<(rows.upperBound + 1) / 2
        u.fill(columns: chromaColumns, rows: chromaRows, with: colour.u)
        v.fill(columns: chromaColumns, rows: chromaRows, with: colour.v)
    }

    /// Draws the edge of a rectangle, inwards.
    package func outline(_ rect: Rect, thickness: Int, _ colour: Colour) {
        let thickness = min(thickness, rect.width / 2, rect.height / 2)
        guard thickness > 0 else { return }
        let (columns, rows) = (rect.columns, rect.rows)
        fill(columns: columns, rows: rows.prefix(thickness), colour)
        fill(columns: columns, rows: rows.suffix(thickness), colour)
        fill(columns: columns.prefix(thickness), rows: rows, colour)
        fill(columns: columns.suffix(thickness), rows: rows, colour)
    }

    /// Fills an ellipse around a point.
    package func ellipse(x: Int, y: Int, radiusX: Int, radiusY: Int, _ colour: Colour) {
        guard (1...4_096).contains(radiusX), (1...4_096).contains(radiusY) else { return }
        var half = 0
        for row in -radiusY...radiusY {
            let limit = radiusX * radiusX * (radiusY * radiusY - row * row)
            while (half + 1) * (half + 1) * radiusY * radiusY <= limit { half += 1 }
            while half * half * radiusY * radiusY > limit { half -= 1 }
            fill(columns: x - half..<x + half + 1, rows: y + row..<y + row + 1, colour)
        }
    }

    /// Writes a line of text; the point is its upper left corner.
    package func text(_ text: String, x: Int, y: Int, scale: Int, _ colour: Colour) {
        var left = x
        for character in text {
            let top = y + BitmapFont.descent(of: character) * scale
            draw(BitmapFont.rows(of: character), x: left, y: top, scale: scale, colour)
            left += BitmapFont.advance * scale
            if left >= clip.columns.upperBound { return }
        }
    }

    /// Draws the runs of set pixels of a glyph.
    private func draw(_ glyph: ArraySlice<UInt8>, x: Int, y: Int, scale: Int, _ colour: Colour) {
        for (row, bits) in glyph.enumerated() where bits != 0 {
            let rows = y + row * scale..<y + (row + 1) * scale
            var start: Int?
            for column in 0...BitmapFont.width {
                let isSet = column < BitmapFont.width && bits & (0x10 >> UInt8(column)) != 0
                if isSet, start == nil { start = column }
                guard !isSet, let first = start else { continue }
                fill(columns: x + first * scale..<x + column * scale, rows: rows, colour)
                start = nil
            }
        }
    }
}
