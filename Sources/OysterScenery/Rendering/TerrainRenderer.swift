// SPDX-License-Identifier: Apache-2.0

/// Draws the terrain.
struct TerrainRenderer {
    private let terrain: Terrain
    private let meshRenderer: MeshRenderer

    init(terrain: Terrain, meshRenderer: MeshRenderer) {
        self.terrain = terrain
        self.meshRenderer = meshRenderer
    }

    func draw() {
        for block in terrain.blocks {
            let seen = meshRenderer.camera.see(block.centre)
            guard meshRenderer.camera.shows(seen, radius: block.radius) else { continue }
            meshRenderer.drawGround(block.mesh)
        }
    }
}

extension MeshRenderer {
    /// Draws a mesh in world coordinates; each face gets the haze of its distance.
    func drawGround(_ mesh: Mesh) {
        guard mesh.corners.count <= Scratch.capacity else { return }
        for (index, corner) in mesh.corners.enumerated() {
            seen.set(index, camera.see(corner))
        }
        for face in mesh.faces {
            let (a, b, c) = (
                seen.seen(face.corners.0), seen.seen(face.corners.1), seen.seen(face.corners.2)
            )
            guard max(a.z, b.z, c.z) > Camera.near, isFront(a, b, c) else { continue }
            let colour = shader.colour(
                face.material,
                normal: face.normal,
                squareDistance: a.dot(a)
            )
            fillClipped(a, b, c, colour)
        }
    }
}
