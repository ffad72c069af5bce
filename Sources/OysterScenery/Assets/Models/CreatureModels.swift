// SPDX-License-Identifier: Apache-2.0

/// Meshes of whale, dragon, boat, balloon, bird and bicycle, which face north.
struct CreatureModels: Sendable {
    let whale = CreatureModels.makeWhale()
    let fluke = CreatureModels.makeFluke()
    let dragonHead = CreatureModels.makeDragonHead()
    let dragonLink = CreatureModels.makeDragonLink()
    let boat = CreatureModels.makeBoat()
    let balloon = CreatureModels.makeBalloon()
    let bird = CreatureModels.makeBird()
    /// To the right of the bird.
    let wing = CreatureModels.makeWing(1)
    let leftWing = CreatureModels.makeWing(-1)
    let bicycle = CreatureModels.makeBicycle()

    private static func makeWhale() -> Mesh {
        func hull(_ scale: Float, _ material: Material) -> Mesh {
            Mesh.turned(
                [
                    (-5, 0.12), (-3.4, 0.5), (-1.4, 1.05), (0.8, 1.35), (2.6, 1.3), (3.8, 0.85),
                    (4.3, 0),
                ].map { ($0.0, $0.1 * scale) },
                sides: 10,
                [material]
            ).placed(Transform(pitch: -0.25))
        }
        var mesh = hull(1, .whale)
        mesh.add(hull(0.93, .belly), Transform(at: Vector(0, 0.15, -0.22)))
        for side in [-1, 1] as [Float] {
            let fin = [
                Vector(side * 1.1, 1.9, -0.5), Vector(side * 2.9, 0.6, -1.0),
                Vector(side * 1.1, 0.9, -0.6),
            ]
            mesh.addBothSides(fin, .whale)
            mesh.add(
                Mesh.ball(0.1, sides: 6, bands: 4, .ink),
                Transform(at: Vector(side * 1.08, 2.7, 0.05))
            )
        }
        return mesh
    }

    private static func makeFluke() -> Mesh {
        var mesh = Mesh()
        for side in [-1, 1] as [Float] {
            mesh.addBothSides(
                [
                    Vector(0, 0.2, 0), Vector(side * 1.0, -0.35, 0.05),
                    Vector(side * 1.9, -1.15, 0.1), Vector(side * 0.9, -0.95, 0.05),
                    Vector(0, -0.55, 0),
                ],
                .whale
            )
        }
        return mesh
    }

    private static func makeDragonHead() -> Mesh {
        var mesh = Mesh.box(1.1, 1.4, 0.9, top: 0.75, .dragon)
        mesh.add(Mesh.box(0.8, 1.2, 0.45, top: 0.8, .dragon), Transform(at: Vector(0, 1.2, -0.05)))
        mesh.add(
            Mesh.box(0.7, 1.1, 0.2, .dragonBelly),
            Transform(at: Vector(0, 1.1, -0.42), pitch: -0.03)
        )
        for side in [-1, 1] as [Float] {
            mesh.add(
                Mesh.turned([(0, 0.14), (0.8, 0.08), (1.5, 0)], sides: 5, [.horn]),
                Transform(at: Vector(side * 0.34, -0.3, 0.35), pitch: 0.1, roll: side * 0.05)
            )
            mesh.add(
                Mesh.ball(0.17, sides: 6, bands: 4, .cream),
                Transform(at: Vector(side * 0.46, 0.45, 0.3))
            )
            mesh.add(
                Mesh.ball(0.1, sides: 6, bands: 4, .ink),
                Transform(at: Vector(side * 0.52, 0.55, 0.34))
            )
            mesh.addBothSides(
                [
                    Vector(side * 0.35, 1.7, -0.1), Vector(side * 1.3, 0.9, -0.5),
                    Vector(side * 0.35, 1.5, -0.14),
                ],
                .flame
            )
            mesh.addBothSides(
                [
                    Vector(side * 0.5, -0.2, 0.1), Vector(side * 1.2, -1.1, 0.35),
                    Vector(side * 0.5, -0.7, -0.25),
                ],
                .flame
            )
        }
        return mesh
    }

    /// A segment of the body, 1.2 m long.
    private static func makeDragonLink() -> Mesh {
        var mesh = Mesh.turned(
            [(-0.75, 0.34), (0, 0.5), (0.75, 0.4)],
            sides: 8,
            [.dragon]
        ).placed(Transform(pitch: -0.25))
        mesh.add(
            Mesh.turned([(-0.75, 0.3), (0, 0.46), (0.75, 0.36)], sides: 8, [.dragonBelly])
                .placed(Transform(pitch: -0.25)),
            Transform(at: Vector(0, 0, -0.1))
        )
        mesh.addBothSides(
            [Vector(0, 0.5, 0.4), Vector(0, -0.5, 0.4), Vector(0, -0.4, 1.0)],
            .flame
        )
        return mesh
    }

    private static func makeBoat() -> Mesh {
        var mesh = Mesh()
        let stations: [(y: Float, half: Float, low: Float)] = [
            (-2.6, 0.85, 0.0), (-1, 1.15, -0.25), (1, 1.05, -0.25), (2.4, 0.5, 0.0),
            (3.3, 0.0, 0.5),
        ]
        for (a, b) in zip(stations, stations.dropFirst()) {
            for side in [-1, 1] as [Float] {
                let keel = (Vector(0, a.y, a.low - 0.35), Vector(0, b.y, b.low - 0.35))
                let belt = (Vector(side * a.half, a.y, 0.55), Vector(side * b.half, b.y, 0.62))
                let rail = (Vector(side * a.half, a.y, 0.85), Vector(side * b.half, b.y, 0.95))
                mesh.addBothSides([keel.0, keel.1, belt.1, belt.0], .hull)
                mesh.addBothSides([belt.0, belt.1, rail.1, rail.0], .hullStripe)
            }
            mesh.addBothSides(
                [
                    Vector(-a.half, a.y, 0.6), Vector(a.half, a.y, 0.6), Vector(b.half, b.y, 0.65),
                    Vector(-b.half, b.y, 0.65),
                ],
                .wood
            )
        }
        mesh.addBothSides(
            [Vector(-0.85, -2.6, 0.85), Vector(0.85, -2.6, 0.85), Vector(0, -2.6, -0.35)],
            .hull
        )
        mesh.add(Mesh.box(0.14, 0.14, 7, .darkWood), Transform(at: Vector(0, 0.4, 3.9)))
        mesh.add(Mesh.box(0.1, 3.4, 0.1, .darkWood), Transform(at: Vector(0, -1.3, 1.7)))
        mesh.addBothSides(
            [Vector(0.02, 0.3, 7.2), Vector(0.5, -2.9, 1.8), Vector(0.02, 0.3, 1.8)],
            .sail
        )
        mesh.addBothSides(
            [Vector(0.02, 0.6, 6.4), Vector(0.3, 0.7, 1.5), Vector(0.02, 3.1, 1.1)],
            .shell
        )
        mesh.addBothSides(
            [Vector(0, 0.4, 7.8), Vector(0.1, -0.4, 7.6), Vector(0, 0.4, 7.4)],
            .scarf
        )
        mesh.add(Mesh.box(1.1, 1.2, 0.6, top: 0.85, .cream), Transform(at: Vector(0, -1.2, 0.95)))
        return mesh
    }

    private static func makeBalloon() -> Mesh {
        let rings: [Mesh.Ring] = [
            (0, 0.6), (1.2, 1.5), (3, 2.9), (5, 3.5), (7, 3.1), (8.4, 1.9), (9, 0),
        ]
        var mesh = Mesh()
        for gore in 0..<12 {
            let material: Material = gore % 2 == 0 ? .balloonRed : .balloonCream
            for face in Mesh.side(gore, of: 12, rings) { mesh.add(face, material) }
        }
        mesh.add(Mesh.box(1.3, 1.3, 1.0, top: 1.1, .basket), Transform(at: Vector(0, 0, -2.2)))
        for (x, y) in [(-0.6, -0.6), (0.6, -0.6), (0.6, 0.6), (-0.6, 0.6)] as [(Float, Float)] {
            mesh.add(Mesh.box(0.05, 0.05, 1.9, .darkWood), Transform(at: Vector(x, y, -0.8)))
        }
        return mesh
    }

    private static func makeBird() -> Mesh {
        var mesh = Mesh.turned(
            [(-0.4, 0), (-0.2, 0.09), (0.15, 0.1), (0.32, 0.06), (0.4, 0)],
            sides: 6,
            [.gull]
        )
        .placed(Transform(pitch: -0.25))
        mesh.add(Mesh.box(0.04, 0.14, 0.04, .flame), Transform(at: Vector(0, 0.44, 0.01)))
        mesh.addBothSides(
            [Vector(-0.12, -0.58, 0), Vector(0.12, -0.58, 0), Vector(0, -0.3, 0.02)],
            .gull
        )
        return mesh
    }

    private static func makeWing(_ side: Float) -> Mesh {
        var mesh = Mesh()
        mesh.addBothSides(
            [
                Vector(0, 0.16, 0), Vector(side * 0.5, 0.14, 0.05),
                Vector(side * 0.45, -0.12, 0.05), Vector(0, -0.12, 0),
            ],
            .gull
        )
        mesh.addBothSides(
            [
                Vector(side * 0.5, 0.14, 0.05), Vector(side * 1.05, -0.12, -0.02),
                Vector(side * 0.45, -0.12, 0.05),
            ],
            .gullWing
        )
        return mesh
    }

    private static func makeBicycle() -> Mesh {
        var mesh = Mesh()
        for along in [-0.52, 0.52] as [Float] {
            for spoke in 0..<10 {
                let place = Transform(at: Vector(0, along, 0.34), pitch: Float(spoke) / 10)
                mesh.add(
                    Mesh.box(0.05, 0.22, 0.05, .tyre),
                    place.placing(Transform(at: Vector(0, 0, 0.32)))
                )
            }
        }
        func bar(_ from: Vector, _ to: Vector, _ material: Material) {
            let way = to - from
            let up = Vector(1, 0, 0).cross(way).normalized
            var place = Transform(at: (from + to) / 2)
            place.north = way.normalized
            place.up = up
            mesh.add(Mesh.box(0.045, way.length, 0.045, material), place)
        }
        bar(Vector(0, -0.52, 0.34), Vector(0, -0.2, 0.82), .door)
        bar(Vector(0, -0.52, 0.34), Vector(0, 0.02, 0.34), .door)
        bar(Vector(0, 0.02, 0.34), Vector(0, -0.2, 0.86), .door)
        bar(Vector(0, 0.02, 0.34), Vector(0, 0.38, 0.78), .door)
        bar(Vector(0, -0.2, 0.76), Vector(0, 0.38, 0.78), .door)
        bar(Vector(0, 0.52, 0.34), Vector(0, 0.34, 1.0), .door)
        mesh.add(Mesh.box(0.56, 0.05, 0.05, .metal), Transform(at: Vector(0, 0.32, 1.02)))
        mesh.add(Mesh.box(0.16, 0.28, 0.07, .darkWood), Transform(at: Vector(0, -0.22, 0.9)))
        mesh.add(Mesh.box(0.3, 0.24, 0.2, top: 1.15, .basket), Transform(at: Vector(0, 0.52, 0.92)))
        return mesh
    }
}
