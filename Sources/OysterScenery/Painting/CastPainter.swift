// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// Paints the characters, each on its own way through the scene.
struct CastPainter {
    let brush: Brush
    let stage: Stage
    let island: Island
    let world: World

    func paint() {
        for actor in world.cast.actors { paint(actor) }
        paintGulls(around: Vector(172, 168, 26), count: 4, seconds: world.seconds)
        let isSummoned = world.cast.actors.contains { $0.kind == .horse }
        if world.traveller.ride == .horse {
            paintMount()
        } else if !isSummoned {
            paintGrazing()
        }
        if world.traveller.ride != .bicycle {
            let spot = world.bicycle
            let place = Placement(
                at: island.ground(spot.x, spot.y),
                heading: spot.heading + 0.2,
                roll: 0.02
            )
            brush.paint(stage.creatures.bicycle, place)
        } else {
            paintHandlebar()
        }
    }

    private func paint(_ actor: Actor) {
        let seconds = Float(world.step - actor.since) / Float(World.stepsPerSecond)
        let act = Float(world.step - actor.gestureSince) / Float(World.stepsPerSecond)
        switch actor.kind {
        case .person: paintPerson(actor, act)
        case .dog: paintDog(actor, seconds, act)
        case .horse: paintGallop(actor, seconds, act)
        case .whale: paintWhale(actor.gesture == .jump ? act : seconds)
        case .dragon: paintDragon(seconds)
        case .boat: paintBoat(seconds)
        case .balloon: paintBalloon(seconds)
        case .birds: paintGulls(around: Vector(122, 128, 13), count: 9, seconds: seconds + 3)
        }
    }

    private var isActing: Bool { world.mode == .acting }

    private func paintPerson(_ actor: Actor, _ act: Float) {
        let (x, y) = isActing ? Landmark.mark : (Landmark.mark.x - 7.5, Landmark.mark.y - 2)
        let feet = Placement(at: island.ground(x, y), heading: isActing ? 0.5 : 0.47)
        brush.shade(feet.origin, radius: 0.42, on: island)
        PersonPainter(model: stage.person, brush: brush)
            .paint(Posture(actor.gesture, seconds: act), at: feet, seconds: world.seconds)
    }

    private func paintDog(_ actor: Actor, _ seconds: Float, _ act: Float) {
        let painter = BeastPainter(model: .dog, brush: brush)
        var motion = BeastPainter.Motion(wag: 0.06 * Turn.sine(seconds * 2.2))
        let place: Placement
        if isActing || actor.gesture == .sit || actor.gesture == .sleep {
            let (x, y) = (Landmark.mark.x + 0.85, Landmark.mark.y - (isActing ? 0.25 : 5))
            place = Placement(at: island.ground(x, y), heading: 0.44)
            motion.nod = 0.02 * Turn.sine(seconds * 0.3)
            if actor.gesture == .sit { motion.rear = 0.05 }
        } else {
            let turn = seconds * 0.11
            let (x, y) = (
                Landmark.mark.x - 2 + 4.2 * Turn.sine(turn),
                Landmark.mark.y - 2 + 2.4 * Turn.cosine(turn)
            )
            place = Placement(at: island.ground(x, y), heading: turn + 0.25)
            motion.phase = seconds * 1.7
            motion.reach = 0.1
        }
        motion.lift = hop(actor.gesture, act)
        brush.shade(place.origin, radius: 0.34, on: island)
        painter.paint(motion, at: place)
    }

    /// Along the beach and back.
    private func paintGallop(_ actor: Actor, _ seconds: Float, _ act: Float) {
        let turn = seconds * 0.045 + 0.8
        let (x, y) = (
            Landmark.mark.x + 17 * Turn.sine(turn), Landmark.mark.y + 3 + 2.4 * Turn.cosine(turn)
        )
        let ahead = (17 * Turn.cosine(turn), -2.4 * Turn.sine(turn))
        let place = Placement(at: island.ground(x, y)).facing(ahead.0, ahead.1)
        let motion = BeastPainter.Motion(
            phase: seconds * 1.3,
            reach: 0.1,
            nod: 0.02 * Turn.sine(seconds * 1.3),
            wag: 0.02 * Turn.sine(seconds),
            lift: hop(actor.gesture, act)
        )
        brush.shade(place.origin, radius: 0.8, on: island)
        BeastPainter(model: .horse, brush: brush).paint(motion, at: place)
    }

    private func paintGrazing() {
        let spot = world.horse
        let seconds = world.seconds
        let grazing = (Turn.sine(seconds * 0.03) * 3).clamped(0, 1)
        let motion = BeastPainter.Motion(
            nod: 0.19 * grazing + 0.008 * Turn.sine(seconds * 0.4),
            wag: 0.03 * Turn.sine(seconds * 0.5)
        )
        let place = Placement(at: island.ground(spot.x, spot.y), heading: spot.heading + 0.82)
        brush.shade(place.origin, radius: 0.8, on: island)
        BeastPainter(model: .horse, brush: brush).paint(motion, at: place)
    }

    /// The horse as its rider sees it.
    private func paintMount() {
        let pose = world.pose
        let swing = Turn.sine(world.traveller.way / 2.4)
        let eye = Vector(pose.x, pose.y, pose.height - 2.35)
        let place = Placement(at: eye, heading: pose.heading)
        let motion = BeastPainter.Motion(nod: 0.03 + 0.012 * swing)
        BeastPainter(model: .horse, brush: brush)
            .paint(motion, at: place.placing(Placement(at: Vector(0, 0.35, -0.02))))
    }

    private func paintHandlebar() {
        let pose = world.pose
        let place = Placement(
            at: Vector(pose.x, pose.y, pose.height - 1.62),
            heading: pose.heading
        )
        brush.paint(stage.creatures.bicycle, place.placing(Placement(at: Vector(0, 0.42, 0))))
    }

    private func hop(_ gesture: Gesture, _ act: Float) -> Float {
        switch gesture {
        case .jump, .cheer, .dance: 0.5 * abs(Turn.sine(act * 0.7))
        default: 0
        }
    }
}

extension Placement {
    /// The same place, looking along a direction eastwards and northwards.
    func facing(_ east: Float, _ north: Float) -> Placement {
        let ahead = Vector(east, north, 0).normalized
        var placement = self
        placement.north = ahead
        placement.east = Vector(ahead.y, -ahead.x, 0)
        placement.up = Vector(0, 0, 1)
        return placement
    }
}
