// SPDX-License-Identifier: Apache-2.0

/// Meshes of plants, rocks and shells, in several variants of each.
struct PlantModels: Sendable {
    private let pines: [Mesh]
    private let farPines: [Mesh]
    private let trees: [Mesh]
    private let palms: [Mesh]
    private let bushes: [Mesh]
    private let rocks: [Mesh]
    private let tufts: [Mesh]
    private let flowers: [Mesh]
    private let shells: [Mesh]
    private let pebbles: [Mesh]

    init() {
        func variants(_ make: (UInt32) -> Mesh) -> [Mesh] { (1...3).map(make) }
        pines = variants { Self.pine($0, sides: 7, tiers: 3) }
        farPines = variants { Self.pine($0, sides: 5, tiers: 2) }
        trees = variants(Self.tree)
        palms = variants(Self.palm)
        bushes = variants { salt in
            Mesh.ball(0.75, sides: 6, bands: 3, salt == 2 ? .leaf : .darkGrass)
                .placed(Transform(at: Vector(0, 0, 0.35)).scaled(1, 1, 0.8)).rough(0.12, salt: salt)
        }
        rocks = variants { salt in
            Mesh.ball(0.9, sides: 6, bands: 3, .stone)
                .placed(Transform(at: Vector(0, 0, 0.25)).scaled(1.1, 0.9, 0.85))
                .rough(0.2, salt: salt)
        }
        tufts = variants(Self.tuft)
        flowers = [.flowerYellow, .flowerPink, .flowerBlue].map(Self.flower)
        shells = [.shell, .shellInside, .pearl].map(Self.shell)
        pebbles = variants { salt in
            Mesh.ball(0.09, sides: 5, bands: 3, .stone)
                .placed(Transform(at: Vector(0, 0, 0.03)).scaled(1.3, 1, 0.7))
                .rough(0.02, salt: salt)
        }
    }

    /// The mesh of a plant.
    ///
    /// A distant plant has a simpler mesh.
    func mesh(_ plant: Plant, isFar: Bool) -> Mesh {
        let looks =
            switch plant.kind {
            case .pine: isFar ? farPines : pines
            case .tree: trees
            case .palm: palms
            case .bush: bushes
            case .rock: rocks
            case .tuft: tufts
            case .flower: flowers
            case .shell: shells
            case .pebble: pebbles
            }
        return looks[plant.variant % looks.count]
    }

    private static func pine(_ salt: UInt32, sides: Int, tiers: Int) -> Mesh {
        let twist = Float(salt) * 0.09
        var mesh = Mesh.turned([(-0.5, 0.24), (1.2, 0.2)], sides: 5, [.bark])
        for index in 0..<tiers {
            let height = 0.9 + 3.9 * Float(index) / Float(tiers)
            let radius = 1.75 - 1.26 * Float(index) / Float(tiers)
            mesh.add(
                Mesh.turned(
                    [(height, 0), (height - 0.25, radius), (height + 0.9 + 3.6 / Float(tiers), 0)],
                    sides: sides,
                    [.darkPine, .pine],
                    twist: twist + Float(index) * 0.05
                ),
                Transform()
            )
        }
        return mesh.placed(Transform().scaled(1, 1, 0.95 + 0.12 * Float(salt)))
    }

    private static func tree(_ salt: UInt32) -> Mesh {
        var mesh = Mesh.turned([(-0.5, 0.32), (0.6, 0.2), (2.4, 0.15)], sides: 5, [.bark])
        let crowns: [(Vector, Float, Material)] = [
            (Vector(0, 0, 3.3), 1.55, .leaf), (Vector(0.9, 0.5, 2.9), 1.0, .lightLeaf),
            (Vector(-0.8, -0.5, 2.8), 1.05, .leaf), (Vector(0.1, -0.2, 4.3), 1.0, .lightLeaf),
        ]
        for (index, (place, radius, material)) in crowns.prefix(salt == 1 ? 3 : 4).enumerated() {
            let ball = Mesh.ball(radius, sides: 6, bands: 4, material)
                .rough(0.16 * radius, salt: salt * 10 + UInt32(index))
            mesh.add(ball, Transform(at: place, heading: Float(salt) * 0.3))
        }
        return mesh
    }

    private static func palm(_ salt: UInt32) -> Mesh {
        var mesh = Mesh()
        var foot = Vector(0, 0, -0.4)
        for part in 0..<4 {
            let lean = Float(part) * 0.018 + 0.012 * Float(salt)
            let piece = Mesh.turned([(0, 0.2), (1.25, 0.13)], sides: 5, [.bark])
            let place = Transform(at: foot, pitch: -lean)
            mesh.add(piece, place)
            foot = place.apply(Vector(0, 0, 1.2))
        }
        for leaf in 0..<8 {
            let turn = Float(leaf) / 8 + 0.03 * Float(salt)
            let place = Transform(at: foot, heading: turn)
            let tip = Vector(0, 2.4, -1.0)
            let (left, right) = (Vector(-0.34, 1.1, 0.22), Vector(0.34, 1.1, 0.22))
            let ridge = Vector(0, 1.1, 0.52)
            for (a, b, c) in [
                (Vector.zero, ridge, left), (Vector.zero, right, ridge), (left, ridge, tip),
                (ridge, right, tip),
            ] {
                mesh.addBothSides([a, b, c].map(place.apply), leaf % 2 == 0 ? .pine : .stalk)
            }
        }
        for nut in 0..<3 {
            let place = Transform(at: foot + Vector(0, 0, -0.15), heading: Float(nut) / 3)
            mesh.add(
                Mesh.ball(0.15, sides: 5, bands: 3, .darkWood),
                Transform(at: place.apply(Vector(0, 0.22, 0)))
            )
        }
        return mesh
    }

    private static func tuft(_ salt: UInt32) -> Mesh {
        var mesh = Mesh()
        for blade in 0..<5 {
            let place = Transform(
                at: Vector(0.05 * Float(blade % 3) - 0.05, 0.04 * Float(blade % 2), 0),
                heading: Float(blade) * 0.21 + Float(salt) * 0.1
            )
            let height = 0.28 + 0.07 * Float((blade + Int(salt)) % 3)
            let corners = [
                Vector(-0.035, 0, -0.05), Vector(0.035, 0, -0.05), Vector(0, 0.16, height),
            ]
            mesh.addBothSides(corners.map(place.apply), blade % 2 == 0 ? .stalk : .darkGrass)
        }
        return mesh
    }

    private static func flower(_ material: Material) -> Mesh {
        var mesh = Mesh()
        mesh.addBothSides(
            [Vector(-0.012, 0, -0.05), Vector(0.012, 0, -0.05), Vector(0, 0.03, 0.3)],
            .stalk
        )
        mesh.add(
            Mesh.turned([(0.28, 0), (0.34, 0.095), (0.32, 0)], sides: 5, [material]),
            Transform(pitch: 0.04)
        )
        mesh.add(
            Mesh.turned([(0.325, 0.03), (0.36, 0)], sides: 4, [.cream]),
            Transform(pitch: 0.04)
        )
        mesh.addBothSides(
            [Vector(0, 0, 0), Vector(0.12, 0.04, 0.13), Vector(0.02, 0, 0.12)],
            .darkGrass
        )
        return mesh
    }

    /// A scallop that lies on the sand.
    private static func shell(_ material: Material) -> Mesh {
        var mesh = Mesh()
        let top = Vector(0, -0.02, 0.085)
        for rib in 0..<6 {
            func edge(_ index: Int) -> Vector {
                let turn = Float(index) / 6 * 0.5 - 0.25
                return Vector(0.17 * Turn.sine(turn), 0.17 * Turn.cosine(turn), 0.01)
            }
            let hinge = Vector(0, -0.12, 0.02)
            mesh.addBothSides([hinge, edge(rib + 1), top], rib % 2 == 0 ? material : .cream)
            mesh.addBothSides([edge(rib + 1), edge(rib), top], rib % 2 == 0 ? material : .cream)
        }
        return mesh
    }
}

extension Mesh {
    /// Adds a polygon that is visible from both sides.
    mutating func addBothSides(_ polygon: [Vector], _ material: Material) {
        add(polygon, material)
        add(polygon.reversed(), material)
    }
}
