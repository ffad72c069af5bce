// SPDX-License-Identifier: Apache-2.0

/// Draws meshes with one camera and one shader.
struct MeshRenderer {
    let camera: Camera
    let shader: FaceShader
    let target: RenderTarget
    let seen: Scratch

    init(camera: Camera, shader: FaceShader, target: RenderTarget, scratch: Scratch) {
        self.camera = camera
        self.shader = shader
        self.target = target
        seen = scratch
    }

    /// Draws a mesh; `shrink` is the scale factor of the transform.
    func draw(_ mesh: Mesh, _ place: Transform, shrink: Float = 1) {
        let centre = camera.see(place.origin)
        guard camera.shows(centre, radius: mesh.radius * shrink),
            mesh.corners.count <= Scratch.capacity
        else { return }
        let isClose = centre.z < mesh.radius * shrink + 2 * Camera.near
        let distance = centre.dot(centre)
        prepare(mesh, place, isClose)
        let toLight = place.unrotate(shader.direction) / shrink
        let toSky = Vector(place.east.z, place.north.z, place.up.z) / shrink
        for face in mesh.faces {
            let (a, b, c) = face.corners
            if isClose {
                let polygon = (seen.seen(a), seen.seen(b), seen.seen(c))
                guard isFront(polygon.0, polygon.1, polygon.2) else { continue }
                fillClipped(polygon.0, polygon.1, polygon.2, colour(face, toLight, toSky, distance))
                continue
            }
            let (p, q, r) = (seen.corner(a), seen.corner(b), seen.corner(c))
            // Counter-clockwise from the front; rows grow downwards.
            guard (q.x - p.x) * (r.y - p.y) - (r.x - p.x) * (q.y - p.y) < 0 else { continue }
            target.fill(p, q, r, colour(face, toLight, toSky, distance))
        }
    }

    private func prepare(_ mesh: Mesh, _ place: Transform, _ isClose: Bool) {
        for (index, corner) in mesh.corners.enumerated() {
            let point = camera.see(place.apply(corner))
            seen.set(index, isClose ? point : camera.project(point))
        }
    }

    @inline(__always)
    private func colour(
        _ face: Mesh.Face,
        _ toLight: Vector,
        _ toSky: Vector,
        _ distance: Float
    ) -> UInt32 {
        shader.colour(
            face.material,
            facing: face.normal.dot(toLight),
            upward: face.normal.dot(toSky),
            distance
        )
    }

    /// Whether a triangle in camera coordinates faces the camera.
    @inline(__always)
    func isFront(_ a: Vector, _ b: Vector, _ c: Vector) -> Bool {
        // The axes right, up, forward are left-handed.
        (b - a).cross(c - a).dot(a) > 0
    }

    /// Fills a triangle in camera coordinates, clipped at the near plane.
    func fillClipped(_ a: Vector, _ b: Vector, _ c: Vector, _ colour: UInt32) {
        clip(a, b, c) { p, q, r in target.fill(p, q, r, colour) }
    }

    /// Blends a colour into the pixels of a triangle.
    func blendClipped(_ a: Vector, _ b: Vector, _ c: Vector, _ colour: UInt32, part: UInt32) {
        // The offset towards the camera lets it pass the depth test against the ground.
        let nearer = RenderTarget.Corner(1, 1, 1.02)
        clip(a, b, c) { p, q, r in
            target.blend(p * nearer, q * nearer, r * nearer, colour, part: part)
        }
    }

    @inline(__always)
    private func clip(
        _ a: Vector,
        _ b: Vector,
        _ c: Vector,
        _ body: (RenderTarget.Corner, RenderTarget.Corner, RenderTarget.Corner) -> Void
    ) {
        let near = Camera.near
        let inside = (a.z >= near ? 1 : 0) + (b.z >= near ? 1 : 0) + (c.z >= near ? 1 : 0)
        switch inside {
        case 0: return
        case 3: return body(camera.project(a), camera.project(b), camera.project(c))
        default: break
        }
        var (p, q, r) = (a, b, c)
        // Rotates the single vertex to the front; the winding is unchanged.
        let isLone = inside == 1
        while (p.z >= near) != isLone || (q.z >= near) == isLone { (p, q, r) = (q, r, p) }
        let (toQ, toR) = (cut(p, q), cut(p, r))
        if isLone {
            body(camera.project(p), toQ, toR)
        } else {
            let (far, last) = (camera.project(q), camera.project(r))
            body(toQ, far, last)
            body(toQ, last, toR)
        }
    }

    /// The screen position at which a line crosses the near plane.
    private func cut(_ from: Vector, _ to: Vector) -> RenderTarget.Corner {
        let part = (Camera.near - from.z) / (to.z - from.z)
        var point = from + (to - from) * part
        point.z = Camera.near
        return camera.project(point)
    }
}

/// Memory for the projected vertices of one mesh.
@safe final class Scratch {
    static let capacity = 4_096
    private let corners: UnsafeMutablePointer<Vector>

    init() {
        unsafe corners = .allocate(capacity: Self.capacity)
        unsafe corners.initialize(repeating: .zero, count: Self.capacity)
    }

    deinit { unsafe corners.deallocate() }

    @inline(__always)
    func set(_ index: Int, _ corner: Vector) { unsafe corners[index] = corner }

    @inline(__always)
    func corner(_ index: Int) -> RenderTarget.Corner { unsafe corners[index] }

    @inline(__always)
    func seen(_ index: Int) -> Vector { unsafe corners[index] }
}

extension MeshRenderer {
    /// Draws a shadow on the ground.
    func shade(_ place: Vector, radius: Float, on island: Island, part: UInt32 = 70) {
        let seen = camera.see(place)
        guard camera.shows(seen, radius: radius), seen.z < 45 else { return }
        func edge(_ index: Int) -> Vector {
            let turn = Float(index) / 8
            let (x, y) = (place.x + radius * Turn.sine(turn), place.y + radius * Turn.cosine(turn))
            return camera.see(Vector(x, y, island.height(x: x, y: y) + 0.04))
        }
        let middle = camera.see(
            Vector(place.x, place.y, island.height(x: place.x, y: place.y) + 0.04)
        )
        for index in 0..<8 {
            blendClipped(middle, edge(index), edge(index + 1), shader.shadow, part: part)
        }
    }

    /// Draws a small disc that faces the camera, such as a drop.
    func dot(_ place: Vector, radius: Float, _ material: Material) {
        let seen = camera.see(place)
        guard seen.z > 0.3, camera.shows(seen, radius: radius) else { return }
        let colour = shader.colour(
            material,
            facing: 0.7,
            upward: 0.5,
            seen.dot(seen)
        )
        let corner = camera.project(seen)
        let size = max(0.6, radius * corner.z * camera.focus)
        func edge(_ index: Int) -> RenderTarget.Corner {
            let turn = Float(index) / 6
            return corner + RenderTarget.Corner(size * Turn.sine(turn), size * Turn.cosine(turn), 0)
        }
        for index in 0..<6 { target.fill(corner, edge(index), edge(index + 1), colour) }
    }
}
