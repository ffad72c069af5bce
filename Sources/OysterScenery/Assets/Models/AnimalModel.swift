// SPDX-License-Identifier: Apache-2.0

/// The meshes of a four-legged animal that faces north.
struct AnimalModel: Sendable {
    let body: Mesh
    /// Around the root of the neck.
    let head: Mesh
    /// Hangs down from its joint.
    let leg: Mesh
    /// Hangs down from its root.
    let tail: Mesh
    /// Positions of the leg joints.
    let legs: [Vector]
    let neck: Vector
    let rump: Vector

    static let horse = AnimalModel(
        body: lengthwise(
            [
                (-0.78, 0), (-0.72, 0.26), (-0.4, 0.36), (0.1, 0.33), (0.5, 0.37), (0.74, 0.22),
                (0.8, 0),
            ],
            .horse
        ).placed(Transform(at: Vector(0, 0, 1.25))),
        head: Mesh.joined([
            Mesh.box(0.3, 0.42, 0.95, top: 0.62, .horse)
                .placed(Transform(at: Vector(0, 0.3, 0.32), pitch: -0.09)),
            Mesh.box(0.24, 0.66, 0.3, top: 0.8, .horse)
                .placed(Transform(at: Vector(0, 0.78, 0.68), pitch: -0.1)),
            Mesh.box(0.2, 0.2, 0.22, .mane)
                .placed(Transform(at: Vector(0, 1.06, 0.48), pitch: -0.1)),
            Mesh.box(0.09, 0.2, 0.98, .mane)
                .placed(Transform(at: Vector(0, 0.1, 0.46), pitch: -0.09)),
            Mesh.box(0.1, 0.22, 0.2, .mane).placed(Transform(at: Vector(0, 0.66, 0.9))),
            ears(0.085, at: Vector(0, 0.52, 0.95), height: 0.2, .horse),
            eyes(0.125, at: Vector(0, 0.74, 0.76), 0.035),
        ]),
        leg: Mesh.joined([
            Mesh.box(0.17, 0.19, 0.6, .horse)
                .placed(Transform(at: Vector(0, 0, -0.25)).scaled(1, 1, 1)),
            Mesh.box(0.12, 0.13, 0.55, .horse).placed(Transform(at: Vector(0, 0, -0.72))),
            Mesh.box(0.17, 0.19, 0.13, top: 0.8, .mane).placed(
                Transform(at: Vector(0, 0.01, -1.0))
            ),
        ]),
        tail: Mesh.box(0.16, 0.14, 0.8, top: 0.5, .mane).placed(Transform(at: Vector(0, 0, -0.38))),
        legs: [
            Vector(-0.2, 0.52, 1.06), Vector(0.2, 0.52, 1.06), Vector(-0.2, -0.55, 1.06),
            Vector(0.2, -0.55, 1.06),
        ],
        neck: Vector(0, 0.52, 1.32),
        rump: Vector(0, -0.74, 1.42)
    )

    static let dog = AnimalModel(
        body: lengthwise(
            [(-0.34, 0), (-0.31, 0.12), (-0.1, 0.145), (0.2, 0.17), (0.34, 0.11), (0.37, 0)],
            .dog
        ).placed(Transform(at: Vector(0, 0, 0.47))),
        head: Mesh.joined([
            Mesh.box(0.17, 0.2, 0.28, .dog).placed(
                Transform(at: Vector(0, 0.05, 0.07), pitch: -0.08)
            ),
            Mesh.box(0.23, 0.23, 0.22, top: 0.85, .dog).placed(
                Transform(at: Vector(0, 0.16, 0.24))
            ),
            Mesh.box(0.12, 0.16, 0.11, .belly).placed(Transform(at: Vector(0, 0.33, 0.19))),
            Mesh.box(0.06, 0.04, 0.05, .nose).placed(Transform(at: Vector(0, 0.42, 0.23))),
            Mesh.box(0.07, 0.04, 0.03, .red).placed(Transform(at: Vector(0, 0.37, 0.12))),
            ears(0.11, at: Vector(0, 0.12, 0.34), height: 0.12, .dogDark),
            eyes(0.06, at: Vector(0, 0.275, 0.28), 0.025),
        ]),
        leg: Mesh.joined([
            Mesh.box(0.085, 0.1, 0.42, .dog).placed(Transform(at: Vector(0, 0, -0.18))),
            Mesh.box(0.1, 0.14, 0.06, .belly).placed(Transform(at: Vector(0, 0.02, -0.38))),
        ]),
        tail: Mesh.box(0.06, 0.06, 0.34, top: 1.4, .dogDark)
            .placed(Transform(at: Vector(0, 0, -0.15))),
        legs: [
            Vector(-0.09, 0.22, 0.41), Vector(0.09, 0.22, 0.41), Vector(-0.09, -0.23, 0.41),
            Vector(0.09, -0.23, 0.41),
        ],
        neck: Vector(0, 0.28, 0.54),
        rump: Vector(0, -0.32, 0.56)
    )

    /// A solid of revolution about the north axis.
    private static func lengthwise(_ rings: [Mesh.Ring], _ material: Material) -> Mesh {
        Mesh.turned(rings, sides: 8, [material])
            .placed(Transform(pitch: -0.25).scaled(0.92, 1, 1))
    }

    private static func ears(
        _ apart: Float,
        at place: Vector,
        height: Float,
        _ material: Material
    ) -> Mesh {
        Mesh.joined(
            [-1, 1].map { side in
                Mesh.box(0.07, 0.05, height, top: 0.3, material)
                    .placed(Transform(at: place + Vector(side * apart, 0, 0), roll: side * 0.05))
            }
        )
    }

    private static func eyes(_ apart: Float, at place: Vector, _ size: Float) -> Mesh {
        Mesh.joined(
            [-1, 1].map { side in
                Mesh.ball(size, sides: 6, bands: 4, .ink)
                    .placed(Transform(at: place + Vector(side * apart, 0, 0)))
            }
        )
    }
}
