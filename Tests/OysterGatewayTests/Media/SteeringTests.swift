// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import OysterGateway

@Suite struct SteeringTests {
    /// A snapshot as (viewer, sequence, interaction), and what becomes of it.
    struct Step: Sendable {
        let viewer: String
        let sequence: Int64
        let interaction: OysterAdventureCommand.Interaction
        let verdict: Steering.Verdict
        /// The world's number, when it gets there.
        let number: UInt64?

        init(
            _ viewer: String,
            _ sequence: Int64,
            _ interaction: OysterAdventureCommand.Interaction,
            _ verdict: Steering.Verdict,
            _ number: UInt64? = nil
        ) {
            self.viewer = viewer
            self.sequence = sequence
            self.interaction = interaction
            self.verdict = verdict
            self.number = number
        }
    }

    static let stories: [(what: String, steps: [Step])] = [
        (
            "movements in order, with gaps",
            [Step("a", 1, .none, .applied, 1), Step("a", 5, .none, .applied, 5)]
        ),
        (
            "a movement that was overtaken",
            [Step("a", 5, .none, .applied, 5), Step("a", 4, .none, .stale)]
        ),
        (
            "the same movement twice",
            [Step("a", 5, .none, .applied, 5), Step("a", 5, .none, .duplicate)]
        ),
        (
            "a one-shot that was overtaken counts, once",
            [
                Step("a", 5, .none, .applied, 5), Step("a", 4, .jump, .applied, 4),
                Step("a", 4, .jump, .duplicate),
            ]
        ),
        (
            "a one-shot in order counts once",
            [
                Step("a", 3, .attack, .applied, 3), Step("a", 3, .attack, .duplicate),
                Step("a", 4, .attack, .applied, 4),
            ]
        ),
        (
            "a client that rejoins and counts on",
            [Step("a", 7, .none, .applied, 7), Step("b", 8, .none, .applied, 8)]
        ),
        (
            "two clients that count on their own",
            [
                Step("a", 7, .none, .applied, 7), Step("b", 1, .none, .applied, 8),
                Step("b", 2, .none, .applied, 9), Step("a", 8, .none, .applied, 10),
                Step("a", 9, .jump, .applied, 11),
            ]
        ),
        (
            "the largest number",
            [
                Step("a", JSONValue.largestInteger, .none, .applied, 9_007_199_254_740_991),
                Step("b", 1, .none, .applied, 9_007_199_254_740_992),
            ]
        ),
    ]

    @Test(arguments: stories.indices) func `snapshots count by their numbers`(index: Int) {
        let story = Self.stories[index]
        var steering = Steering()
        for step in story.steps {
            let frame = CommandFrame(
                command: OysterAdventureCommand(interaction: step.interaction),
                sequence: step.sequence
            )
            let verdict = steering.take(frame, from: step.viewer, at: .zero)
            #expect(verdict == step.verdict, "\(story.what): \(step)")
            #expect(steering.takeOrders().map(\.number) == (step.number.map { [$0] } ?? []))
        }
    }

    private func take(
        _ steering: inout Steering,
        _ sequence: Int64,
        _ interaction: OysterAdventureCommand.Interaction = .none
    ) {
        let command = OysterAdventureCommand(interaction: interaction)
        let frame = CommandFrame(command: command, sequence: sequence)
        _ = steering.take(frame, from: "a", at: .zero)
    }

    @Test func `a picture shows the newest movement and every one-shot`() {
        var steering = Steering()
        take(&steering, 1)
        take(&steering, 2, .jump)
        take(&steering, 3)
        take(&steering, 5)
        take(&steering, 4, .attack)
        #expect(steering.takeShown(to: "b") == [])
        #expect(steering.takeShown(to: "a") == [2, 5, 4])
        #expect(steering.takeShown(to: "a") == [])
    }

    @Test func `a flood for one picture is cut off`() {
        var steering = Steering()
        for sequence in 1...1000 { take(&steering, Int64(sequence)) }
        #expect(steering.takeOrders().count == 256)
        take(&steering, 1001)
        #expect(steering.takeOrders().map(\.number) == [1001])
    }

    @Test func `one-shots too old to be remembered count as done`() {
        var steering = Steering()
        for sequence in 1...300 {
            take(&steering, Int64(2 * sequence), .jump)
            _ = steering.takeOrders()
        }
        take(&steering, 3, .jump)
        take(&steering, 599, .jump)
        #expect(steering.takeOrders().map(\.number) == [599])
    }
}
