// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The progress of the one-shot actions.
struct ActionState: Equatable, Sendable {
    static let jumpSteps = WorldState.stepsPerSecond * 3 / 4
    static let crouchSteps = WorldState.stepsPerSecond * 6 / 5
    static let sprintSteps = WorldState.stepsPerSecond * 2
    static let attackSteps = WorldState.stepsPerSecond / 2
    /// Metres.
    static let jumpHeight: Float = 1.3

    private var jumpedAt: Int?
    private var crouchedAt: Int?
    private var crouchUntil = 0
    private var sprintUntil = 0
    private var attackedAt: Int?

    /// Starts an action.
    ///
    /// A jump during a jump has no effect.
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

    /// Starts or prolongs a crouch.
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

    /// Depth of the crouch, 0…1.
    func stoop(at step: Int) -> Float {
        guard let crouchedAt else { return 0 }
        let change = Float(WorldState.stepsPerSecond) / 6
        let down = Float(step - crouchedAt) / change
        let up = Float(crouchUntil - step) / change
        return min(down, up).smoothStep(0, 1)
    }

    /// Progress of the attack, 0…1; nil without an attack.
    func attack(at step: Int) -> Float? {
        guard let attackedAt, step < attackedAt + Self.attackSteps else { return nil }
        return Float(step - attackedAt) / Float(Self.attackSteps)
    }
}
