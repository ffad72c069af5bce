// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// Draws the entities, each on its own path.
struct EntityRenderer {
    let meshRenderer: MeshRenderer
    let assets: SceneAssets
    let island: Island
    let world: WorldState

    func draw() {
        for entity in world.entities.all { draw(entity) }
        drawGulls(around: Vector(172, 168, 26), count: 4, seconds: world.seconds)
        let isSummoned = world.entities.all.contains { $0.kind == .horse }
        if world.avatar.ride == .horse {
            drawMount()
        } else if !isSummoned {
            drawGrazing()
        }
        if world.avatar.ride != .bicycle {
            let spot = world.bicycle
            let place = Transform(
                at: island.ground(spot.x, spot.y),
                heading: spot.heading + 0.2,
                roll: 0.02
            )
            meshRenderer.draw(assets.creatureModels.bicycle, place)
        } else {
            drawHandlebar()
        }
    }

    private func draw(_ entity: Entity) {
        let seconds = Float(world.step - entity.since) / Float(WorldState.stepsPerSecond)
        let act = Float(world.step - entity.gestureSince) / Float(WorldState.stepsPerSecond)
        switch entity.kind {
        case .person: drawPerson(entity, act)
        case .dog: drawDog(entity, seconds, act)
        case .horse: drawGallop(entity, seconds, act)
        case .whale: drawWhale(entity.gesture == .jump ? act : seconds)
        case .dragon: drawDragon(seconds)
        case .boat: drawBoat(seconds)
        case .balloon: drawBalloon(seconds)
        case .birds: drawGulls(around: Vector(122, 128, 13), count: 9, seconds: seconds + 3)
        }
    }

    private var isActing: Bool { world.mode == .acting }

    private func drawPerson(_ entity: Entity, _ act: Float) {
        let (x, y) = isActing ? Landmark.mark : (Landmark.mark.x - 7.5, Landmark.mark.y - 2)
        let feet = Transform(at: island.ground(x, y), heading: isActing ? 0.5 : 0.47)
        meshRenderer.shade(feet.origin, radius: 0.42, on: island)
        PersonRenderer(model: assets.person, meshRenderer: meshRenderer)
            .draw(Posture(entity.gesture, seconds: act), at: feet, seconds: world.seconds)
    }

    private func drawDog(_ entity: Entity, _ seconds: Float, _ act: Float) {
        let painter = AnimalRenderer(model: .dog, meshRenderer: meshRenderer)
        var motion = AnimalRenderer.Motion(wag: 0.06 * Turn.sine(seconds * 2.2))
        let place: Transform
        if isActing || entity.gesture == .sit || entity.gesture == .sleep {
            let (x, y) = (Landmark.mark.x + 0.85, Landmark.mark.y - (isActing ? 0.25 : 5))
            place = Transform(at: island.ground(x, y), heading: 0.44)
            motion.nod = 0.02 * Turn.sine(seconds * 0.3)
            if entity.gesture == .sit { motion.rear = 0.05 }
        } else {
            let turn = seconds * 0.11
            let (x, y) = (
                Landmark.mark.x - 2 + 4.2 * Turn.sine(turn),
                Landmark.mark.y - 2 + 2.4 * Turn.cosine(turn)
            )
            place = Transform(at: island.ground(x, y), heading: turn + 0.25)
            motion.phase = seconds * 1.7
            motion.reach = 0.1
        }
        motion.lift = hop(entity.gesture, act)
        meshRenderer.shade(place.origin, radius: 0.34, on: island)
        painter.draw(motion, at: place)
    }

    /// The horse gallops along the beach and back.
    private func drawGallop(_ entity: Entity, _ seconds: Float, _ act: Float) {
        let turn = seconds * 0.045 + 0.8
        let (x, y) = (
            Landmark.mark.x + 17 * Turn.sine(turn), Landmark.mark.y + 3 + 2.4 * Turn.cosine(turn)
        )
        let ahead = (17 * Turn.cosine(turn), -2.4 * Turn.sine(turn))
        let place = Transform(at: island.ground(x, y)).facing(ahead.0, ahead.1)
        let motion = AnimalRenderer.Motion(
            phase: seconds * 1.3,
            reach: 0.1,
            nod: 0.02 * Turn.sine(seconds * 1.3),
            wag: 0.02 * Turn.sine(seconds),
            lift: hop(entity.gesture, act)
        )
        meshRenderer.shade(place.origin, radius: 0.8, on: island)
        AnimalRenderer(model: .horse, meshRenderer: meshRenderer).draw(motion, at: place)
    }

    private func drawGrazing() {
        let spot = world.horse
        let seconds = world.seconds
        let grazing = (Turn.sine(seconds * 0.03) * 3).clamped(0, 1)
        let motion = AnimalRenderer.Motion(
            nod: 0.19 * grazing + 0.008 * Turn.sine(seconds * 0.4),
            wag: 0.03 * Turn.sine(seconds * 0.5)
        )
        let place = Transform(at: island.ground(spot.x, spot.y), heading: spot.heading + 0.82)
        meshRenderer.shade(place.origin, radius: 0.8, on: island)
        AnimalRenderer(model: .horse, meshRenderer: meshRenderer).draw(motion, at: place)
    }

    /// The horse as seen from its back.
    private func drawMount() {
        let pose = world.pose
        let swing = Turn.sine(world.avatar.way / 2.4)
        let eye = Vector(pose.x, pose.y, pose.height - 2.35)
        let place = Transform(at: eye, heading: pose.heading)
        let motion = AnimalRenderer.Motion(nod: 0.03 + 0.012 * swing)
        AnimalRenderer(model: .horse, meshRenderer: meshRenderer)
            .draw(motion, at: place.placing(Transform(at: Vector(0, 0.35, -0.02))))
    }

    private func drawHandlebar() {
        let pose = world.pose
        let place = Transform(
            at: Vector(pose.x, pose.y, pose.height - 1.62),
            heading: pose.heading
        )
        meshRenderer.draw(
            assets.creatureModels.bicycle,
            place.placing(Transform(at: Vector(0, 0.42, 0)))
        )
    }

    private func hop(_ gesture: Gesture, _ act: Float) -> Float {
        switch gesture {
        case .jump, .cheer, .dance: 0.5 * abs(Turn.sine(act * 0.7))
        default: 0
        }
    }
}

extension Transform {
    /// A transform at the same position that faces a direction.
    func facing(_ east: Float, _ north: Float) -> Transform {
        let ahead = Vector(east, north, 0).normalized
        var placement = self
        placement.north = ahead
        placement.east = Vector(ahead.y, -ahead.x, 0)
        placement.up = Vector(0, 0, 1)
        return placement
    }
}
