// SPDX-License-Identifier: Apache-2.0

/// Paints meshes as one camera sees them in one light.
struct Brush {
    let camera: Camera
    let light: Light
    let raster: Raster
    let seen: Scratch

    init(camera: Camera, light: Light, raster: Raster, scratch: Scratch) {
        self.camera = camera
        self.light = light
        self.raster = raster
        seen = scratch
    }

    /// Paints a mesh; `shrink` is the factor of size of a placement that is not 1.
    func paint(_ mesh: Mesh, _ place: Placement, shrink: Float = 1) {
        let centre = camera.see(place.origin)
        guard camera.shows(centre, radius: mesh.radius * shrink),
            mesh.corners.count <= Scratch.capacity
        else { return }
        let isClose = centre.z < mesh.radius * shrink + 2 * Camera.near
        let distance = centre.dot(centre)
        prepare(mesh, place, isClose)
        let toLight = place.unrotate(light.direction) / shrink
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
            // Counter-clockwise seen from the front, with rows that grow downwards.
            guard (q.x - p.x) * (r.y - p.y) - (r.x - p.x) * (q.y - p.y) < 0 else { continue }
            raster.fill(p, q, r, colour(face, toLight, toSky, distance))
        }
    }

    private func prepare(_ mesh: Mesh, _ place: Placement, _ isClose: Bool) {
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
        light.colour(
            face.pigment,
            facing: face.normal.dot(toLight),
            upward: face.normal.dot(toSky),
            distance
        )
    }

    /// Whether a triangle, told in the camera's axes, shows its front.
    @inline(__always)
    func isFront(_ a: Vector, _ b: Vector, _ c: Vector) -> Bool {
        // The axes right, up, ahead are left-handed.
        (b - a).cross(c - a).dot(a) > 0
    }

    /// Fills a triangle, told in the camera's axes, that may reach behind the eye.
    func fillClipped(_ a: Vector, _ b: Vector, _ c: Vector, _ colour: UInt32) {
        clip(a, b, c) { p, q, r in raster.fill(p, q, r, colour) }
    }

    /// Mixes a colour into what shows inside a triangle.
    func glazeClipped(_ a: Vector, _ b: Vector, _ c: Vector, _ colour: UInt32, part: UInt32) {
        // A little nearer, since it lies on something.
        let nearer = Raster.Corner(1, 1, 1.02)
        clip(a, b, c) { p, q, r in
            raster.glaze(p * nearer, q * nearer, r * nearer, colour, part: part)
        }
    }

    @inline(__always)
    private func clip(
        _ a: Vector,
        _ b: Vector,
        _ c: Vector,
        _ body: (Raster.Corner, Raster.Corner, Raster.Corner) -> Void
    ) {
        let near = Camera.near
        let inside = (a.z >= near ? 1 : 0) + (b.z >= near ? 1 : 0) + (c.z >= near ? 1 : 0)
        switch inside {
        case 0: return
        case 3: return body(camera.project(a), camera.project(b), camera.project(c))
        default: break
        }
        var (p, q, r) = (a, b, c)
        // Turns the lone corner to the front; the winding stays.
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

    /// Where the way between two points passes the near plane, on the screen.
    private func cut(_ from: Vector, _ to: Vector) -> Raster.Corner {
        let part = (Camera.near - from.z) / (to.z - from.z)
        var point = from + (to - from) * part
        point.z = Camera.near
        return camera.project(point)
    }
}

/// Memory for the corners of one mesh on their way to the screen.
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
    func corner(_ index: Int) -> Raster.Corner { unsafe corners[index] }

    @inline(__always)
    func seen(_ index: Int) -> Vector { unsafe corners[index] }
}
