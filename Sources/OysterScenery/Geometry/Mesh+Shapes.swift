// SPDX-License-Identifier: Apache-2.0

extension Mesh {
    /// A ring of a solid of revolution: height and radius.
    typealias Ring = (height: Float, radius: Float)

    /// A box around the origin.
    ///
    /// `top` scales its upper face.
    static func box(
        _ width: Float,
        _ length: Float,
        _ height: Float,
        top: Float = 1,
        _ material: Material
    ) -> Mesh {
        let (x, y, z) = (width / 2, length / 2, height / 2)
        let (u, v) = (x * top, y * top)
        let low = [Vector(-x, -y, -z), Vector(x, -y, -z), Vector(x, y, -z), Vector(-x, y, -z)]
        let high = [Vector(-u, -v, z), Vector(u, -v, z), Vector(u, v, z), Vector(-u, v, z)]
        var mesh = Mesh()
        mesh.add(high, material)
        mesh.add(low.reversed(), material)
        for side in 0..<4 {
            let next = (side + 1) % 4
            mesh.add([low[side], low[next], high[next], high[side]], material)
        }
        return mesh
    }

    /// A solid of revolution about the vertical axis, with a material for each band of two rings.
    static func turned(
        _ rings: [Ring],
        sides: Int,
        _ materials: [Material],
        twist: Float = 0
    ) -> Mesh {
        var mesh = Mesh()
        func point(_ ring: Ring, _ side: Int) -> Vector {
            let turn = Float(side) / Float(sides) + twist
            return Vector(
                ring.radius * Turn.cosine(turn),
                ring.radius * Turn.sine(turn),
                ring.height
            )
        }
        for (index, (low, high)) in zip(rings, rings.dropFirst()).enumerated() {
            let material = materials[index % materials.count]
            for side in 0..<sides {
                let (a, b) = (point(low, side), point(low, side + 1))
                let (c, d) = (point(high, side + 1), point(high, side))
                if high.radius == 0 {
                    mesh.add([a, b, d], material)
                } else if low.radius == 0 {
                    mesh.add([a, c, d], material)
                } else {
                    mesh.add([a, b, c, d], material)
                }
            }
        }
        return mesh
    }

    /// The bands of one side of a solid of revolution, as polygons.
    static func side(_ side: Int, of sides: Int, _ rings: [Ring]) -> [[Vector]] {
        func point(_ ring: Ring, _ side: Int) -> Vector {
            let turn = Float(side) / Float(sides)
            return Vector(
                ring.radius * Turn.cosine(turn),
                ring.radius * Turn.sine(turn),
                ring.height
            )
        }
        return zip(rings, rings.dropFirst()).map { low, high in
            [
                point(low, side), point(low, side + 1), point(high, side + 1), point(high, side),
            ]
        }
    }

    /// A sphere around the origin.
    static func ball(_ radius: Float, sides: Int = 7, bands: Int = 4, _ material: Material) -> Mesh
    {
        let rings = (0...bands).map { band -> Ring in
            let turn = Float(band) / Float(bands) / 2
            let isPole = band == 0 || band == bands
            return (-radius * Turn.cosine(turn), isPole ? 0 : radius * Turn.sine(turn))
        }
        return turned(rings, sides: sides, [material])
    }

    /// The mesh with a random offset for each vertex.
    func rough(_ amount: Float, salt: UInt32) -> Mesh {
        var mesh = Mesh()
        func push(_ corner: Vector) -> Vector {
            let (x, y) = (Int(corner.x * 200), Int(corner.y * 200) &* 31 &+ Int(corner.z * 200))
            let offset = Vector(
                Noise.value(x, y, salt),
                Noise.value(x, y, salt &+ 1),
                Noise.value(x, y, salt &+ 2)
            )
            return corner + (offset - 0.5) * 2 * amount
        }
        for face in faces {
            let (a, b, c) = face.corners
            mesh.add([push(corners[a]), push(corners[b]), push(corners[c])], face.material)
        }
        return mesh
    }

    /// The mesh under a transform.
    func placed(_ place: Transform) -> Mesh {
        var mesh = Mesh()
        mesh.add(self, place)
        return mesh
    }

    /// The union of several meshes.
    static func joined(_ parts: [Mesh]) -> Mesh {
        parts.reduce(into: Mesh()) { $0.add($1, Transform()) }
    }
}
