// SPDX-License-Identifier: Apache-2.0

extension Mesh {
    /// A ring of a turned body: height and radius.
    typealias Ring = (height: Float, radius: Float)

    /// A box around the origin; the top may be smaller than the bottom.
    static func box(
        _ width: Float,
        _ length: Float,
        _ height: Float,
        top: Float = 1,
        _ pigment: Pigment
    ) -> Mesh {
        let (x, y, z) = (width / 2, length / 2, height / 2)
        let (u, v) = (x * top, y * top)
        let low = [Vector(-x, -y, -z), Vector(x, -y, -z), Vector(x, y, -z), Vector(-x, y, -z)]
        let high = [Vector(-u, -v, z), Vector(u, -v, z), Vector(u, v, z), Vector(-u, v, z)]
        var mesh = Mesh()
        mesh.add(high, pigment)
        mesh.add(low.reversed(), pigment)
        for side in 0..<4 {
            let next = (side + 1) % 4
            mesh.add([low[side], low[next], high[next], high[side]], pigment)
        }
        return mesh
    }

    /// A body turned about the upright axis, with a pigment for each band between two rings.
    static func turned(
        _ rings: [Ring],
        sides: Int,
        _ pigments: [Pigment],
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
            let pigment = pigments[index % pigments.count]
            for side in 0..<sides {
                let (a, b) = (point(low, side), point(low, side + 1))
                let (c, d) = (point(high, side + 1), point(high, side))
                if high.radius == 0 {
                    mesh.add([a, b, d], pigment)
                } else if low.radius == 0 {
                    mesh.add([a, c, d], pigment)
                } else {
                    mesh.add([a, b, c, d], pigment)
                }
            }
        }
        return mesh
    }

    /// The bands of one side of a turned body, as polygons.
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

    /// A ball around the origin.
    static func ball(_ radius: Float, sides: Int = 7, bands: Int = 4, _ pigment: Pigment) -> Mesh {
        let rings = (0...bands).map { band -> Ring in
            let turn = Float(band) / Float(bands) / 2
            let isPole = band == 0 || band == bands
            return (-radius * Turn.cosine(turn), isPole ? 0 : radius * Turn.sine(turn))
        }
        return turned(rings, sides: sides, [pigment])
    }

    /// The same shape with its corners pushed about, like something that grew.
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
            mesh.add([push(corners[a]), push(corners[b]), push(corners[c])], face.pigment)
        }
        return mesh
    }

    /// The same shape, moved.
    func placed(_ place: Placement) -> Mesh {
        var mesh = Mesh()
        mesh.add(self, place)
        return mesh
    }

    /// One mesh of several.
    static func joined(_ parts: [Mesh]) -> Mesh {
        parts.reduce(into: Mesh()) { $0.add($1, Placement()) }
    }
}
