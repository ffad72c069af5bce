// SPDX-License-Identifier: Apache-2.0

/// The meshes of a person 1.7 m tall.
///
/// Limbs point down from their joints.
struct PersonModel: Sendable {
    static let hip: Float = 0.84
    static let shoulder: Float = 1.36
    static let thighLength: Float = 0.41
    static let upperArmLength: Float = 0.27

    let torso: Mesh
    let head: Mesh
    let upperArm: Mesh
    let foreArm: Mesh
    let thigh: Mesh
    let shin: Mesh
    let scarf: Mesh

    init() {
        torso = Self.makeTorso()
        head = Self.makeHead()
        upperArm = Mesh.turned(
            [(-0.28, 0.05), (-0.1, 0.064), (0.03, 0.066), (0.07, 0)],
            sides: 7,
            [.shirt]
        )
        foreArm = Mesh.joined([
            Mesh.turned([(-0.24, 0.036), (0, 0.052), (0.03, 0)], sides: 7, [.skin, .shirt]),
            Mesh.ball(0.052, sides: 7, bands: 4, .skin).placed(Transform(at: Vector(0, 0, -0.27))),
        ])
        thigh = Mesh.turned(
            [(-0.43, 0.07), (-0.2, 0.09), (0.04, 0.1), (0.08, 0)],
            sides: 7,
            [.trousers]
        )
        shin = Mesh.joined([
            Mesh.turned([(-0.36, 0.055), (-0.1, 0.076), (0.03, 0.06)], sides: 7, [.trousers]),
            Mesh.box(0.12, 0.27, 0.1, top: 0.8, .shoe).placed(
                Transform(at: Vector(0, 0.05, -0.385))
            ),
        ])
        scarf = Mesh.box(0.11, 0.035, 0.42, top: 0.75, .scarf)
            .placed(Transform(at: Vector(0, 0, -0.2)))
    }

    private static func makeTorso() -> Mesh {
        let body = Mesh.turned(
            [
                (0.76, 0.0), (0.78, 0.15), (0.9, 0.165), (0.93, 0.16), (1.1, 0.145), (1.3, 0.185),
                (1.41, 0.13), (1.44, 0.06), (1.52, 0.055),
            ],
            sides: 9,
            [.trousers, .trousers, .darkWood, .shirt, .shirt, .shirt, .shirt, .skin]
        ).placed(Transform().scaled(1.12, 0.78, 1))
        let collar = Mesh.turned(
            [(1.38, 0.11), (1.41, 0.145), (1.47, 0.125), (1.5, 0.06)],
            sides: 9,
            [.scarf]
        )
        return Mesh.joined([body, collar])
    }

    /// The origin is the top of the neck; the face points north.
    private static func makeHead() -> Mesh {
        let skull = Mesh.ball(0.145, sides: 10, bands: 7, .skin)
            .placed(Transform(at: Vector(0, 0.01, 0.13)).scaled(0.95, 1, 1.12))
        // The hair leaves the face free.
        let hair = Mesh.ball(0.163, sides: 10, bands: 7, .hair)
            .placed(Transform(at: Vector(0, -0.028, 0.165), pitch: 0.06).scaled(0.98, 0.98, 1.0))
        let bun = Mesh.ball(0.075, sides: 8, bands: 5, .hair)
            .placed(Transform(at: Vector(0, -0.15, 0.27)))
        var mesh = Mesh.joined([skull, hair, bun])
        for side in [-1, 1] as [Float] {
            mesh.add(
                Mesh.ball(0.021, sides: 6, bands: 4, .ink).placed(Transform().scaled(1, 0.6, 1.35)),
                Transform(at: Vector(side * 0.052, 0.143, 0.135))
            )
            // Pearl earrings.
            mesh.add(
                Mesh.ball(0.022, sides: 6, bands: 4, .pearl),
                Transform(at: Vector(side * 0.142, 0.02, 0.065))
            )
        }
        mesh.add(
            Mesh.box(0.028, 0.035, 0.03, .skin),
            Transform(at: Vector(0, 0.158, 0.1))
        )
        mesh.add(Mesh.box(0.05, 0.02, 0.012, .red), Transform(at: Vector(0, 0.143, 0.06)))
        return mesh
    }
}
