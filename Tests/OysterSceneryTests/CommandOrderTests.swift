// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import OysterScenery
import Testing

/// Snapshots may be lost or arrive out of order; each one-shot is performed once.
@Suite struct CommandOrderTests {
    typealias Command = OysterAdventureCommand

    /// Height of the avatar above its start height after some time.
    private static func rise(_ simulation: WorldSimulation, at now: Duration) -> Float {
        var later = simulation
        let start = WorldSimulation(mode: .adventure, seed: 1).pose.height
        later.advance(to: now)
        return later.pose.height - start
    }

    @Test func `the snapshot with the highest sequence number determines the movement`() {
        var simulation = WorldSimulation(mode: .adventure)
        simulation.apply(Command(rotation: .mouseRight), sequence: 7, at: .zero)
        simulation.apply(Command(rotation: .mouseLeft), sequence: 6, at: .milliseconds(10))
        simulation.apply(Command(), sequence: 7, at: .milliseconds(20))
        let start = simulation.pose.heading
        simulation.advance(to: .milliseconds(300))
        #expect(simulation.pose.heading > start)
        #expect(simulation.newestSequence == 7)
    }

    @Test func `a snapshot with a lower sequence number does not prolong the movement`() {
        var simulation = WorldSimulation(mode: .adventure)
        simulation.apply(Command(translation: .front), sequence: 9, at: .zero)
        for tick in 1...20 {
            let now = Duration.milliseconds(tick * 42)
            simulation.apply(Command(translation: .front), sequence: 8, at: now)
        }
        let still = simulation.pose
        simulation.advance(to: .seconds(2))
        #expect(simulation.pose.y - still.y < 0.1)
    }

    @Test(arguments: [1, 3, 8] as [UInt64])
    func `a one-shot that arrives late is performed`(sequence: UInt64) {
        var simulation = WorldSimulation(mode: .adventure)
        simulation.apply(Command(), sequence: 9, at: .zero)
        simulation.apply(Command(interaction: .jump), sequence: sequence, at: .milliseconds(10))
        #expect(Self.rise(simulation, at: .milliseconds(400)) > 1)
        #expect(simulation.newestSequence == 9)
    }

    @Test(arguments: [true, false])
    func `a repeated one-shot is performed once`(withNewer: Bool) {
        var simulation = WorldSimulation(mode: .adventure)
        simulation.apply(Command(interaction: .jump), sequence: 4, at: .zero)
        if withNewer { simulation.apply(Command(), sequence: 5, at: .milliseconds(42)) }
        // After the end of the first jump.
        simulation.apply(Command(interaction: .jump), sequence: 4, at: .seconds(1))
        #expect(Self.rise(simulation, at: .milliseconds(1_400)) < 0.01)
        simulation.apply(Command(interaction: .jump), sequence: 6, at: .milliseconds(1_500))
        #expect(Self.rise(simulation, at: .milliseconds(1_900)) > 1)
    }

    @Test func `of a thousand one-shots the latest are not performed again`() {
        var simulation = WorldSimulation(mode: .adventure)
        for sequence in 1...1_000 as ClosedRange<UInt64> {
            simulation.apply(Command(interaction: .jump), sequence: sequence, at: .zero)
        }
        simulation.advance(to: .seconds(1))
        for sequence in 1...1_000 as ClosedRange<UInt64> {
            simulation.apply(Command(interaction: .jump), sequence: sequence, at: .seconds(1))
        }
        #expect(Self.rise(simulation, at: .milliseconds(1_400)) < 0.01)
    }

    @Test func `a rewind does not repeat one-shots`() {
        var simulation = WorldSimulation(mode: .adventure)
        simulation.apply(Command(interaction: .jump), sequence: 1, at: .seconds(5))
        simulation.rewind(to: .zero, at: .seconds(6))
        simulation.apply(Command(interaction: .jump), sequence: 1, at: .seconds(6))
        #expect(Self.rise(simulation, at: .milliseconds(6_400)) < 0.01)
        #expect(simulation.newestSequence == 1)
    }
}
