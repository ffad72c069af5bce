// SPDX-License-Identifier: Apache-2.0

/// Flat triangles with a pigment each, seen from outside.
struct Mesh: Sendable {
    /// Three corners, counter-clockwise seen from outside.
    struct Face: Sendable {
        let corners: (Int, Int, Int)
        let normal: Vector
        let pigment: Pigment
    }

    private(set) var corners: [Vector] = []
    private(set) var faces: [Face] = []
    /// Distance of the farthest corner from the origin.
    private(set) var radius: Float = 0

    init() {}

    /// Adds a polygon whose corners lie in a plane, counter-clockwise seen from outside.
    mutating func add(_ polygon: [Vector], _ pigment: Pigment) {
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
                    pigment: pigment
                )
            )
        }
    }

    /// Adds all faces of another mesh, moved.
    mutating func add(_ other: Mesh, _ place: Placement) {
        let first = corners.count
        corners += other.corners.map(place.apply)
        for corner in corners[first...] { radius = max(radius, corner.length) }
        for face in other.faces {
            let (a, b, c) = face.corners
            faces.append(
                Face(
                    corners: (first + a, first + b, first + c),
                    normal: place.rotate(face.normal).normalized,
                    pigment: face.pigment
                )
            )
        }
    }
}
