// SPDX-License-Identifier: Apache-2.0

/// Conditions that change over about a second.
struct Weather: Equatable, Sendable {
    /// Steps that a change takes.
    static let change = World.stepsPerSecond * 5 / 4

    private(set) var conditions: Conditions
    private var target: Look
    private var former: Look
    private var changedAt: Int

    init(_ conditions: Conditions) {
        self.conditions = conditions
        target = conditions.look
        former = target
        changedAt = -Self.change
    }

    mutating func turn(to conditions: Conditions, at step: Int) {
        guard conditions != self.conditions else { return }
        former = look(at: step)
        target = conditions.look
        self.conditions = conditions
        changedAt = step
    }

    func look(at step: Int) -> Look {
        let part = Float(step - changedAt) / Float(Self.change)
        return part >= 1 ? target : former.mixed(with: target, part.smoothStep(0, 1))
    }
}
