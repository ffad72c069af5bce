// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// What commands have done to the scene of the test card so far.
package struct CardPose: Equatable, Sendable {
    /// Length of a field and of a turn.
    package static let range = 4_096
    /// Frames for which an interaction shows.
    package static let flashFrames = 14

    private static let stride = 64
    private static let turn = 32
    private static let highestPitch = 512

    /// From left to right, 0…4095.
    package private(set) var x = range / 2
    /// From near to far, 0…4095.
    package private(set) var y = range / 3
    /// Direction of view in 1/4096 turns, clockwise from north.
    package private(set) var heading = 0
    /// Upwards positive.
    package private(set) var pitch = 0
    /// Lean while turning, -8…8, clockwise positive.
    package private(set) var roll = 0
    /// The last interaction, while it shows.
    package private(set) var interaction = OysterAdventureCommand.Interaction.none
    /// Frames since that interaction.
    package private(set) var interactionAge = 0

    package init() {}

    /// Begins to show an interaction.
    package mutating func trigger(_ interaction: OysterAdventureCommand.Interaction) {
        guard interaction != .none else { return }
        self.interaction = interaction
        interactionAge = 0
    }

    /// Moves on by one frame, with the command in force.
    package mutating func advance(_ command: OysterAdventureCommand) {
        let step = command.translation.direction
        let pace = interaction == .sprint ? 2 * Self.stride : Self.stride
        x = max(0, min(Self.range - 1, x + step.x * pace))
        y = max(0, min(Self.range - 1, y + step.y * pace))
        let turn = command.rotation.direction
        heading = (heading + turn.x * Self.turn + Self.range) % Self.range
        pitch = max(-Self.highestPitch, min(Self.highestPitch, pitch + turn.y * Self.turn))
        let lean = turn.x * 8
        roll += roll < lean ? 1 : roll > lean ? -1 : 0
        guard interaction != .none else { return }
        interactionAge += 1
        if interactionAge > Self.flashFrames { interaction = .none }
    }
}
