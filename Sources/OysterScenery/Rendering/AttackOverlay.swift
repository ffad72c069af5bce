// SPDX-License-Identifier: Apache-2.0

/// Draws an attack: a bright crescent that crosses the frame, and a glow at its edges.
struct AttackOverlay {
    let target: RenderTarget

    func draw(attack: Float) {
        let white = Pixel.pack(Vector(1, 0.97, 0.92))
        let (width, height) = (Float(target.width), Float(target.height))
        let fade = 1 - attack
        let sweep = attack.smoothStep(0, 0.55)
        func point(_ part: Float, _ reach: Float) -> RenderTarget.Corner {
            let turn = -0.16 + 0.34 * part
            let radius = height * (0.62 + reach)
            return RenderTarget.Corner(
                width * 0.42 + radius * 1.25 * Turn.sine(turn),
                height * 0.98 - radius * Turn.cosine(turn),
                1e6
            )
        }
        let pieces = 14
        for piece in 0..<pieces {
            let (from, to) = (Float(piece) / Float(pieces), Float(piece + 1) / Float(pieces))
            guard from < sweep else { break }
            func thickness(_ part: Float) -> Float { 0.10 * part * (1.15 - part) * 2.2 }
            let (a, b) = (point(from, -thickness(from)), point(to, -thickness(to)))
            let (c, d) = (point(to, thickness(to)), point(from, thickness(from)))
            let part = UInt32(220 * fade * (0.35 + 0.65 * to))
            target.blend(a, b, c, white, part: part)
            target.blend(a, c, d, white, part: part)
        }
        for ring in 0..<6 {
            glow(ring * target.height / 90, target.height / 90, white, UInt32(fade * 200) >> ring)
        }
    }

    /// A border inside the frame's edges.
    private func glow(_ inset: Int, _ thickness: Int, _ colour: UInt32, _ part: UInt32) {
        let (right, bottom) = (target.width - inset, target.height - inset)
        let (columns, rows) = (inset..<right, inset + thickness..<bottom - thickness)
        func tint(_ columns: Range<Int>, _ rows: Range<Int>) {
            target.tint(columns: columns, rows: rows, colour, part: part)
        }
        tint(columns, inset..<inset + thickness)
        tint(columns, bottom - thickness..<bottom)
        tint(inset..<inset + thickness, rows)
        tint(right - thickness..<right, rows)
    }
}
