// SPDX-License-Identifier: Apache-2.0

/// Shows an attack: a bright crescent that sweeps over the picture, and a glow at its edge.
struct EffortPainter {
    let raster: Raster

    func paint(attack: Float) {
        let white = Pixel.pack(Vector(1, 0.97, 0.92))
        let (width, height) = (Float(raster.width), Float(raster.height))
        let fade = 1 - attack
        let sweep = attack.smoothStep(0, 0.55)
        func point(_ part: Float, _ reach: Float) -> Raster.Corner {
            let turn = -0.16 + 0.34 * part
            let radius = height * (0.62 + reach)
            return Raster.Corner(
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
            raster.glaze(a, b, c, white, part: part)
            raster.glaze(a, c, d, white, part: part)
        }
        let edge = UInt32(110 * fade)
        let rim = raster.height / 24
        raster.tint(columns: 0..<raster.width, rows: 0..<rim, white, part: edge)
        raster.tint(
            columns: 0..<raster.width,
            rows: raster.height - rim..<raster.height,
            white,
            part: edge
        )
        raster.tint(columns: 0..<rim, rows: rim..<raster.height - rim, white, part: edge)
        raster.tint(
            columns: raster.width - rim..<raster.width,
            rows: rim..<raster.height - rim,
            white,
            part: edge
        )
    }
}
