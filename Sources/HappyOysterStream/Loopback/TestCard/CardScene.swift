// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// A sea with a pearl on it: translation moves the pearl, rotation turns the view.
struct CardScene {
    let area: Rect
    let textScale: Int

    private static let compass = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]

    func paint(_ content: CardContent, _ canvas: Canvas) {
        guard area.width >= 64, area.height >= 48 else { return }
        let canvas = canvas.clipped(to: area)
        paintSkyAndSea(content, canvas)
        paintCompass(content, canvas)
        paintPearl(content, canvas)
        paintFlash(content, canvas)
    }

    /// Where the horizon would be in the middle.
    private func horizon(_ pose: CardPose) -> Int {
        area.y + area.height * 2 / 5 + pose.pitch * area.height / 2_048 / 2 * 2
    }

    /// Row by row; a row that the leaning horizon crosses is part sky, part sea.
    private func paintSkyAndSea(_ content: CardContent, _ canvas: Canvas) {
        let horizon = horizon(content.pose)
        let depth = max(area.rows.upperBound - horizon, 1)
        let lean = content.pose.roll
        let reach = abs(lean) * area.width / 2 / 64 + 1
        for y in area.rows {
            let rows = y..<y + 1
            let sky = CardPalette.sky.colour(y - area.y, of: max(horizon - area.y, 1))
            let sea = sea(y - horizon, of: depth, frame: content.number)
            if y < horizon - reach {
                canvas.fill(columns: area.columns, rows: rows, sky)
            } else if y >= horizon + reach || lean == 0 {
                canvas.fill(columns: area.columns, rows: rows, y < horizon ? sky : sea)
            } else {
                let x = (area.midX + (y - horizon) * 64 / lean) / 2 * 2
                let edge = max(area.x, min(area.columns.upperBound, x))
                let (left, right) = (area.x..<edge, edge..<area.columns.upperBound)
                canvas.fill(columns: lean > 0 ? right : left, rows: rows, sky)
                canvas.fill(columns: lean > 0 ? left : right, rows: rows, sea)
            }
        }
    }

    /// Waves that come nearer and grow.
    private func sea(_ distance: Int, of depth: Int, frame: UInt64) -> Colour {
        guard distance > 0 else { return CardPalette.sea.colour(0, of: depth) }
        let phase = 9_600 / (distance + 24) + Int(frame % 24_000)
        let isCrest = phase % 24 < 3
        return (isCrest ? CardPalette.wave : CardPalette.sea).colour(distance, of: depth)
    }

    /// Posts on the horizon, 45 degrees apart, half a turn in view.
    private func paintCompass(_ content: CardContent, _ canvas: Canvas) {
        let pose = content.pose
        let range = CardPose.range
        for (index, name) in Self.compass.enumerated() {
            let angle = (index * range / 8 - pose.heading + range + range / 2) % range - range / 2
            let x = (area.midX + angle * area.width / (range / 2)) / 2 * 2
            let y = horizon(pose) + (x - area.midX) * pose.roll / 64
            let size = index.isMultiple(of: 2) ? 12 * textScale : 7 * textScale
            canvas.fill(columns: x - 2..<x + 2, rows: y - size..<y, CardPalette.post)
            let width = BitmapFont.width(of: name, scale: textScale)
            canvas.text(
                name,
                x: x - width / 2 / 2 * 2,
                y: (y - size - 9 * textScale) / 2 * 2,
                scale: textScale,
                CardPalette.post
            )
        }
    }

    private func paintPearl(_ content: CardContent, _ canvas: Canvas) {
        let pose = content.pose
        let range = CardPose.range
        let largest = min(area.width, area.height) / 7
        let nearness = range - pose.y
        let radius = max(4, largest * (nearness + range / 3) / (range + range / 3))
        let far = min(max(horizon(pose), area.y) + 8, area.rows.upperBound)
        let near = area.rows.upperBound - largest - 4
        let ground = far + (near - far) * nearness / range + radius
        let room = area.width - 2 * largest
        let x = area.x + largest + room * pose.x / (range - 1)
        let bob = [0, 1, 2, 2, 2, 1, 0, -1, -2, -2, -2, -1][Int(content.number / 3 % 12)]
        let isLow = pose.interaction == .crouch
        let radiusY = isLow ? max(2, radius * 3 / 5) : radius
        canvas.ellipse(
            x: x + radius / 8,
            y: ground,
            radiusX: radius,
            radiusY: max(2, radius / 4),
            CardPalette.shadow
        )
        let y = ground - radiusY - hop(pose, height: 2 * radius) + bob
        Pearl(x: x, y: y, radiusX: isLow ? radius * 5 / 4 : radius, radiusY: radiusY)
            .paint(canvas)
    }

    /// Height of a jump at its present time.
    private func hop(_ pose: CardPose, height: Int) -> Int {
        guard pose.interaction == .jump else { return 0 }
        let end = CardPose.flashFrames
        return 4 * height * pose.interactionAge * (end - pose.interactionAge) / (end * end)
    }

    /// A frame around the scene that glows with an interaction, and its name.
    private func paintFlash(_ content: CardContent, _ canvas: Canvas) {
        let pose = content.pose
        guard pose.interaction != .none else {
            return canvas.outline(area, thickness: 2, CardPalette.edge)
        }
        let rest = CardPose.flashFrames - pose.interactionAge
        let colour = CardPalette.flash(pose.interaction)
        canvas.outline(area, thickness: 2 + max(0, rest) / 2 * 2, colour)
        canvas.text(
            pose.interaction.rawValue.uppercased(),
            x: area.x + 10 * textScale,
            y: area.y + 10 * textScale,
            scale: 2 * textScale,
            colour
        )
    }
}
