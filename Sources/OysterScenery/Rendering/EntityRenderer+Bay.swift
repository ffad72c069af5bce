// SPDX-License-Identifier: Apache-2.0

/// The entities that swim, sail and fly in the bay.
extension EntityRenderer {
    private static let bay = Vector(132, 146, 0)

    /// The whale leaps out of the water every eight seconds.
    func drawWhale(_ seconds: Float) {
        let creatureModels = assets.creatureModels
        let cycle: Float = 8
        let leap = Float(Int(seconds / cycle))
        let part = (seconds / cycle).wrapped / 0.42
        let middle = Self.bay + Vector(-16 + 9 * Turn.sine(leap * 0.37), -6, 0)
        guard part < 1.08 else {
            return drawSpray(at: middle + Vector(9, 0, 0), age: (part - 1.08) / 0.5)
        }
        let along = (part - 0.5) * 20
        let height = -3.2 + 7.4 * Turn.sine(part.clamped(0, 1) / 2)
        let pitch = (0.5 - part) * 0.30
        let root = Transform(at: middle + Vector(along, 0, height), heading: 0.25, pitch: pitch)
        meshRenderer.draw(creatureModels.whale, root)
        let beat = 0.06 * Turn.sine(seconds * 0.8)
        meshRenderer.draw(
            creatureModels.fluke,
            root.placing(Transform(at: Vector(0, -4.9, 0), pitch: beat - 0.03))
        )
        drawSpray(at: middle - Vector(8, 0, 0), age: part)
    }

    /// The drops of a splash; `age` is 0…1.
    func drawSpray(at place: Vector, age: Float) {
        guard age > 0, age < 1 else { return }
        for drop in 0..<26 {
            let (turn, force) = (Noise.value(drop, 1, 61), 0.4 + Noise.value(drop, 2, 61))
            let out = (0.5 + age * 3.4) * force
            let height = 14 * force * age * (0.75 - age)
            let point = place + Vector(out * Turn.sine(turn), out * Turn.cosine(turn), height)
            guard point.z > 0 else { continue }
            meshRenderer.dot(point, radius: 0.22 * force, .white)
        }
    }

    /// The segments of the dragon follow its head on a closed path.
    func drawDragon(_ seconds: Float) {
        let creatureModels = assets.creatureModels
        let links = 22
        // From the tail to the head, so that the order of drawing is fixed.
        for link in (0...links).reversed() {
            let place = dragonPath(seconds - Float(link) * 0.115)
            if link == 0 {
                meshRenderer.draw(creatureModels.dragonHead, place)
            } else {
                let size = 1.05 - 0.8 * Float(link * link) / Float(links * links)
                var body = place
                body.east *= size
                body.up *= size
                body.north *= max(0.6, size)
                meshRenderer.draw(creatureModels.dragonLink, body, shrink: size)
            }
        }
    }

    private func dragonPath(_ seconds: Float) -> Transform {
        func point(_ seconds: Float) -> Vector {
            let turn = seconds * 0.075
            return Self.bay
                + Vector(
                    34 * Turn.sine(turn),
                    -18 + 20 * Turn.sine(turn * 2),
                    19 + 3.5 * Turn.sine(turn * 3) + 1.1 * Turn.sine(seconds * 0.55)
                )
        }
        let (here, next) = (point(seconds), point(seconds + 0.05))
        let ahead = (next - here).normalized
        var place = Transform(at: here).facing(ahead.x, ahead.y)
        place.north = ahead
        place.up = place.east.cross(ahead)
        return place
    }

    func drawBoat(_ seconds: Float) {
        let turn = seconds * 0.012 - 0.1
        let place =
            Self.bay
            + Vector(-4 + 24 * Turn.sine(turn), -10 + 13 * Turn.cosine(turn), 0)
        let swell = world.lighting.waves
        let root = Transform(at: place + Vector(0, 0, 0.12 * swell * Turn.sine(seconds * 0.23)))
            .facing(24 * Turn.cosine(turn), -13 * Turn.sine(turn))
        let rock = Transform(
            pitch: 0.008 * swell * Turn.sine(seconds * 0.29),
            roll: 0.02 + 0.014 * swell * Turn.sine(seconds * 0.19)
        )
        meshRenderer.draw(assets.creatureModels.boat, root.placing(rock))
    }

    func drawBalloon(_ seconds: Float) {
        let rise = 4 + 15 * (seconds / 14).smoothStep(0, 1) + 0.8 * Turn.sine(seconds * 0.06)
        let place = Vector(104 + 8 * Turn.sine(seconds * 0.008), 136, rise)
        meshRenderer.draw(
            assets.creatureModels.balloon,
            Transform(at: place, heading: seconds * 0.01)
        )
    }

    func drawGulls(around centre: Vector, count: Int, seconds: Float) {
        let creatureModels = assets.creatureModels
        for bird in 0..<count {
            let (own, far) = (Noise.value(bird, count, 71), Noise.value(bird, count, 72))
            let pace: Float = bird % 2 == 0 ? 0.05 : -0.043
            let turn = seconds * pace + own
            let radius = 10 + 16 * far
            let place =
                centre
                + Vector(
                    radius * Turn.sine(turn),
                    radius * 0.7 * Turn.cosine(turn),
                    5 * own + 1.2 * Turn.sine(seconds * 0.1 + far)
                )
            let heading = turn + (pace > 0 ? 0.25 : -0.25)
            let bank: Float = pace > 0 ? 0.05 : -0.05
            let root = Transform(at: place, heading: heading, roll: bank)
            let flap = 0.09 * Turn.sine(seconds * (1.1 + own * 0.5) + far) + 0.02
            meshRenderer.draw(creatureModels.bird, root)
            meshRenderer.draw(creatureModels.wing, root.placing(Transform(roll: -flap)))
            meshRenderer.draw(creatureModels.leftWing, root.placing(Transform(roll: flap)))
        }
    }
}
