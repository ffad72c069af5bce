// SPDX-License-Identifier: Apache-2.0

/// Rotates, scales and translates a mesh.
struct Transform: Sendable {
    /// The images of the mesh's axes; their length is the scale.
    var east: Vector
    var north: Vector
    var up: Vector
    var origin: Vector

    /// - Parameters:
    ///   - origin: The image of the mesh's origin.
    ///   - heading: Clockwise rotation of north, in turns.
    ///   - pitch: Upward rotation of north, in turns.
    ///   - roll: Downward rotation of east, in turns.
    ///   - scale: Scale factor.
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

    /// A world direction in mesh coordinates, for a transform of scale 1.
    func unrotate(_ vector: Vector) -> Vector {
        Vector(east.dot(vector), north.dot(vector), up.dot(vector))
    }

    /// The composition with the transform of a part.
    func placing(_ inner: Transform) -> Transform {
        var placement = inner
        placement.east = rotate(inner.east)
        placement.north = rotate(inner.north)
        placement.up = rotate(inner.up)
        placement.origin = apply(inner.origin)
        return placement
    }

    func scaled(_ east: Float, _ north: Float, _ up: Float) -> Transform {
        var placement = self
        placement.east *= east
        placement.north *= north
        placement.up *= up
        return placement
    }
}
