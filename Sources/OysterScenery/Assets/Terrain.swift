// SPDX-License-Identifier: Apache-2.0

/// The island as triangles, in square blocks.
///
/// The renderer draws or skips a block as a whole.
struct Terrain: Sendable {
    /// Cells along the edge of a block.
    static let blockCells = 8
    /// The water hides what is deeper, in metres.
    private static let deepest: Float = -4.5

    struct Block: Sendable {
        let mesh: Mesh
        let centre: Vector
        let radius: Float
    }

    let blocks: [Block]

    init(_ island: Island) {
        let count = (Island.count - 1) / Self.blockCells
        let surface = Surface(island)
        blocks = (0..<count * count).compactMap { index in
            Self.block(index % count, index / count, surface)
        }
    }

    private static func block(_ column: Int, _ row: Int, _ surface: Surface) -> Block? {
        var mesh = Mesh()
        for y in row * blockCells..<(row + 1) * blockCells {
            for x in column * blockCells..<(column + 1) * blockCells {
                let (a, b) = (surface.corner(x, y), surface.corner(x + 1, y))
                let (c, d) = (surface.corner(x + 1, y + 1), surface.corner(x, y + 1))
                guard max(a.z, b.z, c.z, d.z) > deepest else { continue }
                // The diagonal with the smaller height difference makes a smoother surface.
                if abs(a.z - c.z) < abs(b.z - d.z) {
                    surface.add(a, b, c, to: &mesh)
                    surface.add(a, c, d, to: &mesh)
                } else {
                    surface.add(a, b, d, to: &mesh)
                    surface.add(b, c, d, to: &mesh)
                }
            }
        }
        guard let first = mesh.corners.first else { return nil }
        let low = mesh.corners.reduce(first) { pointwiseMin($0, $1) }
        let high = mesh.corners.reduce(first) { pointwiseMax($0, $1) }
        return Block(mesh: mesh, centre: (low + high) / 2, radius: (high - low).length / 2)
    }
}

/// Heights and materials of the ground.
private struct Surface {
    private let island: Island

    init(_ island: Island) { self.island = island }

    /// A grid point with a random offset, so that the grid is not visible.
    func corner(_ column: Int, _ row: Int) -> Vector {
        let x = (Float(column) + 0.7 * (Noise.value(column, row, 11) - 0.5)) * Island.cell
        let y = (Float(row) + 0.7 * (Noise.value(column, row, 12) - 0.5)) * Island.cell
        return island.ground(x, y)
    }

    func add(_ a: Vector, _ b: Vector, _ c: Vector, to mesh: inout Mesh) {
        let normal = (b - a).cross(c - a).normalized
        mesh.add([a, b, c], material((a + b + c) / 3, normal))
    }

    private func material(_ middle: Vector, _ normal: Vector) -> Material {
        let (x, y) = (middle.x, middle.y)
        let speckle = Noise.value(Int(x * 8), Int(y * 8), 13)
        if middle.z < 0.35 { return .wetSand }
        if normal.z < 0.62 { return middle.z < 9 ? .cliff : .rock }
        if normal.z < 0.74 { return speckle < 0.5 ? .rock : .darkGrass }
        if Landmark.distanceToPath(x: x, y: y) < 1.25, middle.z > 0.9 { return .path }
        if middle.z < 1.35 + 0.5 * speckle { return .sand }
        if middle.z > 23 + 3 * speckle { return .peak }
        let patch = Noise.hills(x / 16, y / 16, octaves: 2, 14) + 0.25 * (speckle - 0.5)
        return patch < 0.42 ? .darkGrass : patch < 0.56 ? .grass : .meadow
    }
}
