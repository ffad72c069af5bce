// SPDX-License-Identifier: Apache-2.0

/// Turns and moves a mesh.
struct Placement: Sendable {
    /// Where the mesh's own axes point; may be longer or shorter than 1.
    var east: Vector
    var north: Vector
    var up: Vector
    var origin: Vector

    /// - Parameters:
    ///   - origin: Where the mesh's origin comes to lie.
    ///   - heading: Turns clockwise of its north.
    ///   - pitch: Turns of its north upwards.
    ///   - roll: Turns of its east downwards.
    ///   - scale: Factor of size.
    init(
        at origin: Vector = .zero,
        heading: Float = 0,
        pitch: Float = 0,
        roll: Float = 0,
        scale: Float = 1
    ) {
        let (sh, ch) = (Turn.sine(heading), Turn.cosine(heading))
        let (sp, cp) = (Turn.sine(pitch), Turn.cosine(pitch))
        let (sr, cr) = (Turn.sine(roll), Turn.cosine(roll))
        let right = Vector(ch, -sh, 0)
        let ahead = Vector(sh * cp, ch * cp, sp)
        let above = Vector(-sh * sp, -ch * sp, cp)
        east = (right * cr - above * sr) * scale
        up = (above * cr + right * sr) * scale
        north = ahead * scale
        self.origin = origin
    }

    @inline(__always)
    func rotate(_ vector: Vector) -> Vector {
        east * vector.x + north * vector.y + up * vector.z
    }

    @inline(__always)
    func apply(_ point: Vector) -> Vector { rotate(point) + origin }

    /// A direction of the world as the mesh sees it, for a placement of scale 1.
    func unrotate(_ vector: Vector) -> Vector {
        Vector(east.dot(vector), north.dot(vector), up.dot(vector))
    }

    /// What is placed in a mesh that is itself placed.
    func placing(_ inner: Placement) -> Placement {
        var placement = inner
        placement.east = rotate(inner.east)
        placement.north = rotate(inner.north)
        placement.up = rotate(inner.up)
        placement.origin = apply(inner.origin)
        return placement
    }

    func scaled(_ east: Float, _ north: Float, _ up: Float) -> Placement {
        var placement = self
        placement.east *= east
        placement.north *= north
        placement.up *= up
        return placement
    }
}
