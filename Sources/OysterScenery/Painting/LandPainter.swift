// SPDX-License-Identifier: Apache-2.0

/// Paints the ground.
struct LandPainter {
    private let land: Land
    private let brush: Brush

    init(land: Land, brush: Brush) {
        self.land = land
        self.brush = brush
    }

    func paint() {
        for block in land.blocks {
            let seen = brush.camera.see(block.centre)
            guard brush.camera.shows(seen, radius: block.radius) else { continue }
            brush.paintGround(block.mesh)
        }
    }
}

extension Brush {
    /// Paints a mesh that lies in the world as it is, each face in the haze of its own distance.
    func paintGround(_ mesh: Mesh) {
        guard mesh.corners.count <= Scratch.capacity else { return }
        for (index, corner) in mesh.corners.enumerated() {
            seen.set(index, camera.see(corner))
        }
        for face in mesh.faces {
            let (a, b, c) = (
                seen.seen(face.corners.0), seen.seen(face.corners.1), seen.seen(face.corners.2)
            )
            guard max(a.z, b.z, c.z) > Camera.near, isFront(a, b, c) else { continue }
            let colour = light.colour(
                face.pigment,
                normal: face.normal,
                squareDistance: a.dot(a)
            )
            fillClipped(a, b, c, colour)
        }
    }
}
