// SPDX-License-Identifier: Apache-2.0

/// Triangles with a material each, visible from outside.
struct Mesh: Sendable {
    /// Three vertices of each triangle, counter-clockwise as seen from outside.
    struct Face: Sendable {
        let corners: (Int, Int, Int)
        let normal: Vector
        let material: Material
    }

    private(set) var corners: [Vector] = []
    private(set) var faces: [Face] = []
    /// Distance of the farthest vertex from the origin.
    private(set) var radius: Float = 0

    init() {}

    /// Adds a planar polygon; its vertices are counter-clockwise as seen from outside.
    mutating func add(_ polygon: [Vector], _ material: Material) {
        guard polygon.count >= 3 else { return }
        let first = corners.count
        corners += polygon
        for corner in polygon { radius = max(radius, corner.length) }
        for index in 1..<polygon.count - 1 {
            let (a, b, c) = (polygon[0], polygon[index], polygon[index + 1])
            let normal = (b - a).cross(c - a)
            guard normal.length > 1e-9 else { continue }
            faces.append(
                Face(
                    corners: (first, first + index, first + index + 1),
                    normal: normal.normalized,
                    material: material
                )
            )
        }
    }

    /// Adds all faces of another mesh under a transform.
    mutating func add(_ other: Mesh, _ place: Transform) {
        let first = corners.count
        corners += other.corners.map(place.apply)
        for corner in corners[first...] { radius = max(radius, corner.length) }
        for face in other.faces {
            let (a, b, c) = face.corners
            faces.append(
                Face(
                    corners: (first + a, first + b, first + c),
                    normal: place.rotate(face.normal).normalized,
                    material: face.material
                )
            )
        }
    }
}
