// SPDX-License-Identifier: Apache-2.0

/// Projects world coordinates to the screen.
struct Camera {
    /// Distance of the near plane, in metres.
    static let near: Float = 0.12

    let view: CameraView
    let origin: Vector
    /// The camera's axes: right, forward, up.
    let right: Vector
    let ahead: Vector
    let up: Vector
    /// Focal length in pixels.
    let focus: Float
    let centreX: Float
    let centreY: Float
    let width: Float
    let height: Float

    init(_ view: CameraView, width: Int, height: Int) {
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

    /// Camera coordinates: right, up and forward of the eye, in metres.
    @inline(__always)
    func see(_ point: Vector) -> Vector {
        let away = point - origin
        return Vector(away.dot(right), away.dot(up), away.dot(ahead))
    }

    /// Column, row and inverse depth of a point in front of the camera.
    @inline(__always)
    func project(_ seen: Vector) -> RenderTarget.Corner {
        let inverseDepth = 1 / seen.z
        return RenderTarget.Corner(
            centreX + seen.x * inverseDepth * focus,
            centreY - seen.y * inverseDepth * focus,
            inverseDepth
        )
    }

    /// Whether a sphere may be on the screen.
    func shows(_ seen: Vector, radius: Float) -> Bool {
        guard seen.z > -radius else { return false }
        let slackX = radius * (1 + centreX / focus)
        let slackY = radius * (1 + centreY / focus)
        let depth = max(seen.z, 0)
        return abs(seen.x) < depth * centreX / focus + slackX + radius
            && abs(seen.y) < depth * centreY / focus + slackY + radius
    }
}
