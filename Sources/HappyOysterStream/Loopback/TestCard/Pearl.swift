// SPDX-License-Identifier: Apache-2.0

/// A shaded ball.
struct Pearl {
    let x: Int
    let y: Int
    let radiusX: Int
    let radiusY: Int

    /// Paints rings that shrink towards a gleam up on the left.
    func paint(_ canvas: Canvas) {
        for (index, colour) in CardPalette.pearl.enumerated() {
            let part = [100, 86, 66, 44, 20][index]
            canvas.ellipse(
                x: x - radiusX * (100 - part) / 230,
                y: y - radiusY * (100 - part) / 200,
                radiusX: max(1, radiusX * part / 100),
                radiusY: max(1, radiusY * part / 100),
                colour
            )
        }
    }
}
