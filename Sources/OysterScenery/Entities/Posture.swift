// SPDX-License-Identifier: Apache-2.0

/// The joint angles of a person, in turns.
struct Posture: Equatable, Sendable {
    /// A limb of two parts: its angle forwards, its angle outwards, and the angle of its second part.
    struct Limb: Equatable, Sendable {
        var swing: Float = 0
        var spread: Float = 0
        var bend: Float = 0
    }

    /// Metres above the ground, less while the knees are bent.
    var lift: Float = 0
    /// Clockwise, about the upright axis.
    var turn: Float = 0
    /// Of the upper body, forwards.
    var lean: Float = 0
    /// Of the whole body, to its left.
    var sway: Float = 0
    /// Of the whole body, backwards.
    var fall: Float = 0
    var nod: Float = 0
    var headTurn: Float = 0
    var leftArm = Limb(spread: 0.025, bend: 0.02)
    var rightArm = Limb(spread: 0.025, bend: 0.02)
    var leftLeg = Limb()
    var rightLeg = Limb()

    /// Sets both arms.
    fileprivate mutating func arms(swing: Float, spread: Float, bend: Float) {
        leftArm = Limb(swing: swing, spread: spread, bend: bend)
        rightArm = leftArm
    }

    fileprivate mutating func legs(swing: Float, spread: Float = 0, bend: Float) {
        leftLeg = Limb(swing: swing, spread: spread, bend: bend)
        rightLeg = leftLeg
    }

    /// The interpolation of two postures.
    func mixed(with other: Posture, _ part: Float) -> Posture {
        func mix(_ path: WritableKeyPath<Posture, Float>, _ into: inout Posture) {
            into[keyPath: path] = self[keyPath: path].mixed(with: other[keyPath: path], part)
        }
        func mix(_ path: WritableKeyPath<Posture, Limb>, _ into: inout Posture) {
            let (from, to) = (self[keyPath: path], other[keyPath: path])
            into[keyPath: path] = Limb(
                swing: from.swing.mixed(with: to.swing, part),
                spread: from.spread.mixed(with: to.spread, part),
                bend: from.bend.mixed(with: to.bend, part)
            )
        }
        var posture = self
        for path in [\Posture.lift, \.turn, \.lean, \.sway, \.fall, \.nod, \.headTurn] {
            mix(path, &posture)
        }
        for path in [\Posture.leftArm, \.rightArm, \.leftLeg, \.rightLeg] { mix(path, &posture) }
        return posture
    }
}

extension Posture {
    /// A gesture, `seconds` after its start.
    ///
    /// At its start and end the person stands.
    init(_ gesture: Gesture, seconds: Float) {
        var goal = Posture()
        goal.breathe(seconds)
        switch gesture {
        case .stand: break
        case .wave: goal.wave(seconds)
        case .jump: goal.jump(seconds)
        case .dance: goal.dance(seconds)
        case .sit: goal.sit()
        case .turn: goal.turn = (seconds / 1.6).smoothStep(0, 1)
        case .bow: goal.bow(seconds)
        case .walk: goal.stride(seconds * 0.95, reach: 0.085)
        case .run: goal.stride(seconds * 1.5, reach: 0.13)
        case .clap: goal.clap(seconds)
        case .sleep: goal.sleep()
        case .cheer: goal.cheer(seconds)
        }
        var rest = Posture()
        rest.breathe(seconds)
        var part = seconds.smoothStep(0, 0.35)
        if let steps = gesture.steps {
            let left = Float(steps) / Float(WorldState.stepsPerSecond) - seconds
            part *= left.smoothStep(0, 0.35)
        }
        // A full rotation ends where it starts, so that it needs no interpolation.
        self = gesture == .turn ? goal : rest.mixed(with: goal, part)
    }

    private mutating func breathe(_ seconds: Float) {
        let breath = Turn.sine(seconds * 0.28)
        nod = 0.006 * breath
        headTurn = 0.03 * Turn.sine(seconds * 0.07)
        leftArm.spread += 0.006 * breath
        rightArm.spread += 0.006 * breath
        sway = 0.004 * Turn.sine(seconds * 0.11)
    }

    private mutating func wave(_ seconds: Float) {
        rightArm = Limb(
            swing: 0.06,
            spread: 0.36,
            bend: 0.12 + 0.07 * Turn.sine(seconds * 1.8)
        )
        sway = 0.012
        nod = -0.01
    }

    private mutating func jump(_ seconds: Float) {
        let part = (seconds / 1.0).wrapped
        let flight = ((part - 0.25) / 0.6).clamped(0, 1)
        let crouch = part.smoothStep(0, 0.12) * (1 - part.smoothStep(0.16, 0.28))
        lift = 4 * 0.75 * flight * (1 - flight)
        legs(swing: 0.12 * crouch, bend: 0.24 * crouch + 0.06 * min(1, lift))
        let arm = part.smoothStep(0.15, 0.35) * (1 - part.smoothStep(0.7, 0.95))
        arms(swing: -0.06 * crouch, spread: 0.03 + 0.36 * arm, bend: 0.03)
    }

    private mutating func dance(_ seconds: Float) {
        let beat = seconds * 1.0
        let (left, up) = (Turn.sine(beat), abs(Turn.sine(beat)))
        lift = 0.11 * up
        sway = 0.028 * left
        turn = 0.09 * Turn.sine(beat / 2) + (seconds / 8).wrapped.smoothStep(0.8, 1.0)
        leftArm = Limb(swing: 0.05, spread: 0.26 + 0.13 * left, bend: 0.10 + 0.06 * up)
        rightArm = Limb(swing: 0.05, spread: 0.26 - 0.13 * left, bend: 0.10 + 0.06 * up)
        leftLeg = Limb(swing: 0.11 * max(0, left), spread: 0.02, bend: 0.17 * max(0, left))
        rightLeg = Limb(swing: 0.11 * max(0, -left), spread: 0.02, bend: 0.17 * max(0, -left))
        nod = 0.02 * left
    }

    private mutating func sit() {
        lift = -0.66
        legs(swing: 0.35, spread: 0.02, bend: 0.32)
        arms(swing: 0.11, spread: 0.03, bend: 0.07)
        lean = 0.02
    }

    private mutating func bow(_ seconds: Float) {
        let part = seconds.smoothStep(0.1, 0.9) * (1 - seconds.smoothStep(1.5, 2.3))
        lean = 0.17 * part
        nod = 0.03 * part
        leftArm = Limb(swing: -0.10 * part, spread: 0.03, bend: 0.03)
        rightArm = Limb(swing: 0.13 * part, spread: -0.03 * part + 0.02, bend: 0.24 * part)
        legs(swing: 0, bend: 0)
    }

    private mutating func stride(_ phase: Float, reach: Float) {
        let swing = Turn.sine(phase)
        let lag = Turn.sine(phase - 0.25)
        leftLeg = Limb(swing: reach * swing, bend: reach * max(0, lag) + 0.01)
        rightLeg = Limb(swing: -reach * swing, bend: reach * max(0, -lag) + 0.01)
        leftArm = Limb(swing: -reach * 0.9 * swing, spread: 0.03, bend: reach * 0.9)
        rightArm = Limb(swing: reach * 0.9 * swing, spread: 0.03, bend: reach * 0.9)
        lean = reach * 0.2
        lift = 0.05 * abs(Turn.sine(phase)) - 0.03
    }

    private mutating func clap(_ seconds: Float) {
        let apart = 0.035 + 0.035 * Turn.sine(seconds * 2.4)
        arms(swing: 0.17, spread: apart - 0.05, bend: 0.14)
        nod = 0.01 * Turn.sine(seconds * 1.2)
    }

    private mutating func sleep() {
        lift = 0.16
        fall = 0.25
        arms(swing: 0, spread: 0.05, bend: 0.05)
        nod = 0.01
    }

    private mutating func cheer(_ seconds: Float) {
        let up = abs(Turn.sine(seconds * 0.9))
        lift = 0.16 * up
        arms(swing: 0.02, spread: 0.38 + 0.05 * Turn.sine(seconds * 1.8), bend: 0.03)
        nod = -0.03
    }
}
