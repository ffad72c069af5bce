// SPDX-License-Identifier: Apache-2.0

/// Turns places of the world into places on the screen.
struct Camera {
    /// Nothing nearer than this along the view is painted, in metres.
    static let near: Float = 0.12

    let view: View
    let origin: Vector
    /// To the right, ahead along the view, and up on the screen.
    let right: Vector
    let ahead: Vector
    let up: Vector
    /// Pixels of a thing of 1 m at 1 m.
    let focus: Float
    let centreX: Float
    let centreY: Float
    let width: Float
    let height: Float

    init(_ view: View, width: Int, height: Int) {
        self.view = view
        origin = view.eye
        let (sh, ch) = (Turn.sine(view.heading), Turn.cosine(view.heading))
        let (sp, cp) = (Turn.sine(view.pitch), Turn.cosine(view.pitch))
        right = Vector(ch, -sh, 0)
        ahead = Vector(sh * cp, ch * cp, sp)
        up = Vector(-sh * sp, -ch * sp, cp)
        self.width = Float(width)
        self.height = Float(height)
        focus = Float(max(width, height)) * view.zoom
        centreX = self.width / 2
        centreY = self.height / 2
    }

    /// Right, up and ahead of the eye, in metres.
    @inline(__always)
    func see(_ point: Vector) -> Vector {
        let away = point - origin
        return Vector(away.dot(right), away.dot(up), away.dot(ahead))
    }

    /// Column, row and nearness of what is seen ahead.
    @inline(__always)
    func project(_ seen: Vector) -> Raster.Corner {
        let nearness = 1 / seen.z
        return Raster.Corner(
            centreX + seen.x * nearness * focus,
            centreY - seen.y * nearness * focus,
            nearness
        )
    }

    /// Whether something of a radius may be on the screen.
    func shows(_ seen: Vector, radius: Float) -> Bool {
        guard seen.z > -radius else { return false }
        let slackX = radius * (1 + centreX / focus)
        let slackY = radius * (1 + centreY / focus)
        let depth = max(seen.z, 0)
        return abs(seen.x) < depth * centreX / focus + slackX + radius
            && abs(seen.y) < depth * centreY / focus + slackY + radius
    }
}
