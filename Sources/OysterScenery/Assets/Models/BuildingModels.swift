// SPDX-License-Identifier: Apache-2.0

/// Meshes of the buildings, and of the large oyster on the beach.
struct BuildingModels: Sendable {
    let lighthouse = BuildingModels.makeLighthouse()
    /// Its axis of rotation is its left edge.
    let lighthouseDoor = Mesh.box(1.3, 0.12, 2.3, .door).placed(
        Transform(at: Vector(0.65, 0, 1.15))
    )
    let cottage = BuildingModels.makeCottage()
    let jetty = BuildingModels.makeJetty()
    let boulder = Mesh.ball(1.9, sides: 8, bands: 5, .stone)
        .placed(Transform(at: Vector(0, 0, 0.6)).scaled(1.1, 0.9, 0.95)).rough(0.3, salt: 8)
    let fence = BuildingModels.makeFence()
    let sign = BuildingModels.makeSign()
    let oysterShell = BuildingModels.makeOysterShell()
    let pearl = Mesh.ball(0.46, sides: 12, bands: 8, .pearl)

    private static func makeLighthouse() -> Mesh {
        let tower = Mesh.turned(
            [
                (-2, 4.2), (0.5, 3.7), (0.55, 3.1), (4, 2.75), (7.5, 2.4), (11, 2.08), (14, 1.8),
                (14.05, 2.7), (14.45, 2.7), (14.5, 1.45), (16.4, 1.45), (16.45, 1.9), (18.2, 0.25),
                (19.2, 0.12), (19.9, 0),
            ],
            sides: 12,
            [
                .stone, .stone, .white, .red, .white, .red, .white, .darkWood, .darkWood, .lamp,
                .darkWood, .red, .red, .metal,
            ]
        )
        var mesh = tower
        for post in 0..<12 {
            let place = Transform(heading: Float(post) / 12)
            mesh.add(
                Mesh.box(0.08, 0.08, 0.9, .cream),
                Transform(at: place.apply(Vector(0, 2.6, 14.9)))
            )
        }
        mesh.add(Mesh.turned([(15.3, 2.66), (15.38, 2.66)], sides: 12, [.cream]), Transform())
        for (turn, height) in [(0.62, 6), (0.55, 9.6), (0.95, 8)] as [(Float, Float)] {
            let place = Transform(heading: turn)
            let window = Mesh.box(0.7, 0.3, 1.0, .glass)
            let out = 3.15 - height * 0.094
            mesh.add(window, place.placing(Transform(at: Vector(0, out, height))))
        }
        // The frame of the door faces south-west.
        let frame = Transform(heading: 0.625)
        mesh.add(
            Mesh.box(1.9, 0.5, 2.9, .cream),
            frame.placing(Transform(at: Vector(0, 2.95, 1.4)))
        )
        mesh.add(
            Mesh.box(1.35, 0.1, 2.4, .lamp),
            frame.placing(Transform(at: Vector(0, 3.17, 1.2)))
        )
        mesh.add(
            Mesh.box(2.6, 1.6, 0.5, .stone),
            frame.placing(Transform(at: Vector(0, 3.8, -0.05)))
        )
        return mesh
    }

    private static func makeCottage() -> Mesh {
        var mesh = Mesh.box(7, 5, 3.4, .cream).placed(Transform(at: Vector(0, 0, 1.1)))
        let (x, y, low, high): (Float, Float, Float, Float) = (4.0, 3.1, 2.5, 5.0)
        let ridge = (Vector(-x, 0, high), Vector(x, 0, high))
        mesh.addBothSides([Vector(-x, -y, low), Vector(x, -y, low), ridge.1, ridge.0], .roof)
        mesh.addBothSides([Vector(x, y, low), Vector(-x, y, low), ridge.0, ridge.1], .roof)
        mesh.add([Vector(3.5, -2.5, 2.8), Vector(3.5, 2.5, 2.8), Vector(3.5, 0, 4.75)], .cream)
        mesh.add([Vector(-3.5, 2.5, 2.8), Vector(-3.5, -2.5, 2.8), Vector(-3.5, 0, 4.75)], .cream)
        mesh.add(Mesh.box(0.8, 0.8, 2.2, .stone), Transform(at: Vector(2, 0.9, 4.9)))
        mesh.add(Mesh.box(1.1, 0.2, 2.1, .door), Transform(at: Vector(0, -2.5, 1.0)))
        for across in [-2.2, 2.2] as [Float] {
            mesh.add(Mesh.box(1.2, 0.16, 1.1, .glass), Transform(at: Vector(across, -2.5, 1.6)))
            mesh.add(Mesh.box(1.4, 0.3, 0.12, .white), Transform(at: Vector(across, -2.55, 1.0)))
            mesh.add(Mesh.box(1.2, 0.16, 1.1, .glass), Transform(at: Vector(across, 2.5, 1.6)))
        }
        mesh.add(Mesh.box(0.16, 1.2, 1.1, .glass), Transform(at: Vector(3.5, 0, 1.6)))
        mesh.add(Mesh.box(2, 1.2, 0.3, .stone), Transform(at: Vector(0, -3.1, -0.1)))
        return mesh
    }

    /// Planks on posts, extending to the north.
    private static func makeJetty() -> Mesh {
        var mesh = Mesh()
        for plank in 0..<16 {
            mesh.add(
                Mesh.box(2, 0.86, 0.12, plank % 3 == 1 ? .wood : .bark),
                Transform(at: Vector(0, Float(plank) * 0.95, 0.9))
            )
        }
        for post in 0..<6 {
            for side in [-1, 1] as [Float] {
                mesh.add(
                    Mesh.turned([(-4, 0.16), (1.5, 0.14), (1.52, 0)], sides: 6, [.darkWood]),
                    Transform(at: Vector(side * 1.02, Float(post) * 2.9, 0))
                )
            }
        }
        return mesh
    }

    private static func makeFence() -> Mesh {
        var mesh = Mesh()
        for post in 0..<2 {
            mesh.add(
                Mesh.box(0.16, 0.16, 1.4, .wood),
                Transform(at: Vector(0, Float(post) * 2.4, 0.45))
            )
        }
        for height in [0.55, 0.95] as [Float] {
            mesh.add(Mesh.box(0.07, 2.4, 0.12, .wood), Transform(at: Vector(0, 1.2, height)))
        }
        return mesh
    }

    private static func makeSign() -> Mesh {
        var mesh = Mesh.box(0.14, 0.14, 2, .darkWood).placed(Transform(at: Vector(0, 0, 0.8)))
        mesh.add(Mesh.box(1.1, 0.08, 0.32, .wood), Transform(at: Vector(0.3, -0.1, 1.6)))
        mesh.add(Mesh.box(1.0, 0.08, 0.3, .cream), Transform(at: Vector(-0.3, -0.1, 1.2)))
        return mesh
    }

    /// One half of the large oyster: it opens to the north, and its hinge is the origin.
    private static func makeOysterShell() -> Mesh {
        var mesh = Mesh()
        let ribs = 12
        func edge(_ index: Int, _ radius: Float, _ height: Float) -> Vector {
            let turn = (Float(index) / Float(ribs) - 0.5) * 0.62
            let wave: Float = index % 2 == 0 ? 0.09 : -0.03
            return Vector(
                radius * 1.05 * Turn.sine(turn),
                0.25 + radius * (0.62 + 0.5 * Turn.cosine(turn)),
                height + wave
            )
        }
        let hinge = Vector(0, 0, 0)
        for rib in 0..<ribs {
            let material: Material = rib % 2 == 0 ? .shell : .cream
            let (a, b) = (edge(rib, 0.8, 0.42), edge(rib + 1, 0.8, 0.42))
            let (c, d) = (edge(rib, 1.5, 0.05), edge(rib + 1, 1.5, 0.05))
            mesh.add([hinge, b, a], material)
            mesh.add([a, b, d, c], material)
            mesh.add([hinge, a - Vector(0, 0, 0.1), b - Vector(0, 0, 0.1)], .shellInside)
            mesh.add([a - Vector(0, 0, 0.1), c, d, b - Vector(0, 0, 0.1)], .pearl)
        }
        return mesh
    }
}
