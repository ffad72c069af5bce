// SPDX-License-Identifier: Apache-2.0

/// Draws buildings, plants and other props.
struct PropRenderer {
    private let meshRenderer: MeshRenderer
    private let assets: SceneAssets
    private let island: Island
    private let seconds: Float

    init(meshRenderer: MeshRenderer, assets: SceneAssets, island: Island, seconds: Float) {
        self.meshRenderer = meshRenderer
        self.assets = assets
        self.island = island
        self.seconds = seconds
    }

    func draw(door: Float) {
        drawPlants()
        drawBuildings(door: door)
        drawOyster()
    }

    private func drawPlants() {
        // Roughly front to back, which reduces overdraw: the list is ordered from south to
        // north.
        let (count, looksNorth) = (assets.plants.count, meshRenderer.camera.ahead.y > 0)
        for index in 0..<count {
            let (plant, ground) = assets.plants[looksNorth ? index : count - 1 - index]
            let away = ground - meshRenderer.camera.origin
            guard away.dot(meshRenderer.camera.ahead) > -4,
                away.dot(away) < plant.reach * plant.reach
            else { continue }
            if plant.trunk > 0 {
                meshRenderer.shade(ground, radius: plant.size * 1.3, on: island, part: 56)
            }
            let place = Transform(at: ground, heading: plant.heading, scale: plant.size)
            let mesh = assets.plantModels.mesh(plant, isFar: away.dot(away) > 40 * 40)
            meshRenderer.draw(mesh, place, shrink: plant.size)
        }
    }

    private func drawBuildings(door: Float) {
        let buildingModels = assets.buildingModels
        let tower = Transform(at: ground(Landmark.lighthouse))
        meshRenderer.draw(buildingModels.lighthouse, tower)
        let frame = tower.placing(Transform(heading: 0.625))
        let hinge = Transform(at: Vector(-0.65, 3.26, 0.02), heading: -0.27 * door)
        meshRenderer.draw(buildingModels.lighthouseDoor, frame.placing(hinge))
        meshRenderer.draw(
            buildingModels.cottage,
            Transform(at: ground(Landmark.cottage), heading: 0.93)
        )
        for (index, boulder) in Landmark.boulders.enumerated() {
            meshRenderer.draw(
                buildingModels.boulder,
                Transform(at: ground(boulder), heading: Float(index) * 0.23)
            )
        }
        let jetty = Landmark.jetty
        meshRenderer.draw(buildingModels.jetty, Transform(at: Vector(jetty.x, jetty.y, 0)))
        meshRenderer.draw(buildingModels.sign, Transform(at: ground(Landmark.sign), heading: 0.02))
        for (place, heading) in Landmark.fences {
            meshRenderer.draw(buildingModels.fence, Transform(at: ground(place), heading: heading))
        }
    }

    /// The large oyster opens and closes slowly.
    private func drawOyster() {
        let buildingModels = assets.buildingModels
        let breath = 0.5 + 0.5 * Turn.sine(seconds * 0.11)
        let root = Transform(
            at: ground(Landmark.oyster) + Vector(0, 0, 0.1),
            heading: 0.47,
            pitch: 0.01,
            scale: 1
        )
        let lower = root.placing(Transform(at: Vector(0, 0, 0.3), roll: 0.5))
        let upper = root.placing(Transform(at: Vector(0, 0, 0.3), pitch: 0.09 + 0.05 * breath))
        meshRenderer.draw(buildingModels.oysterShell, lower)
        meshRenderer.draw(buildingModels.oysterShell, upper)
        meshRenderer.draw(buildingModels.pearl, root.placing(Transform(at: Vector(0, 1.05, 0.52))))
    }

    private func ground(_ place: Landmark.Place) -> Vector { island.ground(place.x, place.y) }
}
