// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// One-shot actions and how far each has got.
struct Effort: Equatable, Sendable {
    static let jumpSteps = World.stepsPerSecond * 3 / 4
    static let crouchSteps = World.stepsPerSecond * 6 / 5
    static let sprintSteps = World.stepsPerSecond * 2
    static let attackSteps = World.stepsPerSecond / 2
    /// Metres.
    static let jumpHeight: Float = 1.3

    private var jumpedAt: Int?
    private var crouchedAt: Int?
    private var crouchUntil = 0
    private var sprintUntil = 0
    private var attackedAt: Int?

    /// Begins an action; a jump in the air does nothing.
    mutating func begin(_ interaction: OysterAdventureCommand.Interaction, at step: Int) {
        switch interaction {
        case .none:
            break
        case .jump:
            if let jumpedAt, step < jumpedAt + Self.jumpSteps { return }
            jumpedAt = step
        case .attack:
            attackedAt = step
        case .crouch:
            crouch(until: step + Self.crouchSteps, at: step)
        case .sprint:
            sprintUntil = step + Self.sprintSteps
        }
    }

    /// Goes down, or stays there longer.
    mutating func crouch(until end: Int, at step: Int) {
        if step >= crouchUntil { crouchedAt = step }
        crouchUntil = max(crouchUntil, end)
    }

    func isSprinting(at step: Int) -> Bool { step < sprintUntil }

    /// Metres above the ground.
    func lift(at step: Int) -> Float {
        guard let jumpedAt, step < jumpedAt + Self.jumpSteps else { return 0 }
        let part = Float(step - jumpedAt) / Float(Self.jumpSteps)
        return 4 * Self.jumpHeight * part * (1 - part)
    }

    /// How deep the body is bent, 0…1.
    func stoop(at step: Int) -> Float {
        guard let crouchedAt else { return 0 }
        let change = Float(World.stepsPerSecond) / 6
        let down = Float(step - crouchedAt) / change
        let up = Float(crouchUntil - step) / change
        return min(down, up).smoothStep(0, 1)
    }

    /// How far an attack has got, 0…1; nil when there is none.
    func attack(at step: Int) -> Float? {
        guard let attackedAt, step < attackedAt + Self.attackSteps else { return nil }
        return Float(step - attackedAt) / Float(Self.attackSteps)
    }
}
