// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import OysterGateway

@Suite struct CommandArbiterTests {
    /// A snapshot as (viewer, sequence, interaction), and its result.
    struct Step: Sendable {
        let viewer: String
        let sequence: Int64
        let interaction: OysterAdventureCommand.Interaction
        let verdict: CommandArbiter.Verdict
        /// The sequence number in the world, when it is applied.
        let number: UInt64?

        init(
            _ viewer: String,
            _ sequence: Int64,
            _ interaction: OysterAdventureCommand.Interaction,
            _ verdict: CommandArbiter.Verdict,
            _ number: UInt64? = nil
        ) {
            self.viewer = viewer
            self.sequence = sequence
            self.interaction = interaction
            self.verdict = verdict
            self.number = number
        }
    }

    static let cases: [(what: String, steps: [Step])] = [
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

    @Test(arguments: cases.indices) func `the sequence number decides the verdict of a snapshot`(
        index: Int
    ) {
        let example = Self.cases[index]
        var arbiter = CommandArbiter()
        for step in example.steps {
            let frame = CommandFrame(
                command: OysterAdventureCommand(interaction: step.interaction),
                sequence: step.sequence
            )
            let verdict = arbiter.take(frame, from: step.viewer, at: .zero)
            #expect(verdict == step.verdict, "\(example.what): \(step)")
            #expect(arbiter.takeSnapshots().map(\.number) == (step.number.map { [$0] } ?? []))
        }
    }

    private func take(
        _ arbiter: inout CommandArbiter,
        _ sequence: Int64,
        _ interaction: OysterAdventureCommand.Interaction = .none
    ) {
        let command = OysterAdventureCommand(interaction: interaction)
        let frame = CommandFrame(command: command, sequence: sequence)
        _ = arbiter.take(frame, from: "a", at: .zero)
    }

    @Test func `a frame shows the newest movement and each one-shot`() {
        var arbiter = CommandArbiter()
        take(&arbiter, 1)
        take(&arbiter, 2, .jump)
        take(&arbiter, 3)
        take(&arbiter, 5)
        take(&arbiter, 4, .attack)
        #expect(arbiter.takeShown(to: "b") == [])
        #expect(arbiter.takeShown(to: "a") == [2, 5, 4])
        #expect(arbiter.takeShown(to: "a") == [])
    }

    @Test func `snapshots beyond the queue limit are ignored`() {
        var arbiter = CommandArbiter()
        for sequence in 1...1000 { take(&arbiter, Int64(sequence)) }
        #expect(arbiter.takeSnapshots().count == 256)
        take(&arbiter, 1001)
        #expect(arbiter.takeSnapshots().map(\.number) == [1001])
    }

    @Test func `one-shots that are no longer remembered count as applied`() {
        var arbiter = CommandArbiter()
        for sequence in 1...300 {
            take(&arbiter, Int64(2 * sequence), .jump)
            _ = arbiter.takeSnapshots()
        }
        take(&arbiter, 3, .jump)
        take(&arbiter, 599, .jump)
        #expect(arbiter.takeSnapshots().map(\.number) == [599])
    }
}
