// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The state of a world at one step of its timeline.
struct World: Sendable {
    static let stepsPerSecond = 120

    private(set) var step = 0
    private(set) var pose = Pose(x: 128, y: 60, height: 2, heading: 0, pitch: 0)

    init(mode: OysterModeValue, title: String, island: Island) {}

    var time: Duration { .microseconds(step * 1_000_000 / Self.stepsPerSecond) }

    mutating func advance(on island: Island) { step += 1 }

    mutating func hold(_ command: OysterAdventureCommand) {}
    mutating func release() {}
    mutating func interact(_ interaction: OysterAdventureCommand.Interaction) {}
    mutating func instruct(_ text: String) {}
    mutating func perform(_ action: String, on island: Island) {}

    var characterActions: [String] { ["dash", "jump", "crouch", "attack"] }

    func environmentActions(on island: Island) -> [String] { [] }
}
