// SPDX-License-Identifier: Apache-2.0

/// Paints what stands, grows and lies on the island.
struct PropPainter {
    private let brush: Brush
    private let stage: Stage
    private let island: Island
    private let seconds: Float

    init(brush: Brush, stage: Stage, island: Island, seconds: Float) {
        self.brush = brush
        self.stage = stage
        self.island = island
        self.seconds = seconds
    }

    func paint(door: Float) {
        paintPlants()
        paintBuildings(door: door)
        paintOyster()
    }

    private func paintPlants() {
        // The near before the far, roughly, so that less is painted over: they lie from south to
        // north.
        let (count, looksNorth) = (stage.plants.count, brush.camera.ahead.y > 0)
        for index in 0..<count {
            let (plant, ground) = stage.plants[looksNorth ? index : count - 1 - index]
            let away = ground - brush.camera.origin
            guard away.dot(brush.camera.ahead) > -4, away.dot(away) < plant.reach * plant.reach
            else { continue }
            if plant.trunk > 0 {
                brush.shade(ground, radius: plant.size * 1.3, on: island, part: 56)
            }
            let place = Placement(at: ground, heading: plant.heading, scale: plant.size)
            let mesh = stage.greenery.mesh(plant, isFar: away.dot(away) > 40 * 40)
            brush.paint(mesh, place, shrink: plant.size)
        }
    }

    private func paintBuildings(door: Float) {
        let buildings = stage.buildings
        let tower = Placement(at: ground(Landmark.lighthouse))
        brush.paint(buildings.lighthouse, tower)
        let frame = tower.placing(Placement(heading: 0.625))
        let hinge = Placement(at: Vector(-0.65, 3.26, 0.02), heading: -0.27 * door)
        brush.paint(buildings.lighthouseDoor, frame.placing(hinge))
        brush.paint(buildings.cottage, Placement(at: ground(Landmark.cottage), heading: 0.93))
        for (index, boulder) in Landmark.boulders.enumerated() {
            brush.paint(
                buildings.boulder,
                Placement(at: ground(boulder), heading: Float(index) * 0.23)
            )
        }
        let jetty = Landmark.jetty
        brush.paint(buildings.jetty, Placement(at: Vector(jetty.x, jetty.y, 0)))
        brush.paint(buildings.sign, Placement(at: ground(Landmark.sign), heading: 0.02))
        for (place, heading) in Landmark.fences {
            brush.paint(buildings.fence, Placement(at: ground(place), heading: heading))
        }
    }

    /// The great oyster breathes.
    private func paintOyster() {
        let buildings = stage.buildings
        let breath = 0.5 + 0.5 * Turn.sine(seconds * 0.11)
        let root = Placement(
            at: ground(Landmark.oyster) + Vector(0, 0, 0.1),
            heading: 0.47,
            pitch: 0.01,
            scale: 1
        )
        let lower = root.placing(Placement(at: Vector(0, 0, 0.3), roll: 0.5))
        let upper = root.placing(Placement(at: Vector(0, 0, 0.3), pitch: 0.09 + 0.05 * breath))
        brush.paint(buildings.oysterShell, lower)
        brush.paint(buildings.oysterShell, upper)
        brush.paint(buildings.pearl, root.placing(Placement(at: Vector(0, 1.05, 0.52))))
    }

    private func ground(_ place: Landmark.Place) -> Vector { island.ground(place.x, place.y) }
}
