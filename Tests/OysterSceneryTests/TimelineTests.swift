// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import OysterScenery
import Testing

@Suite struct TimelineTests {
    typealias Command = OysterAdventureCommand

    @Test(arguments: [1, 7, 40, 41_667, 100_000, 999_983])
    func `the world does not depend on the frame rate`(microseconds: Int) {
        func play(_ pause: Int) -> WorldSimulation {
            var simulation = WorldSimulation(mode: .adventure)
            var now = 0
            for (tick, command) in [
                Command(translation: .front), Command(rotation: .mouseLeft, interaction: .jump),
            ].enumerated() {
                let due = 100_000 + tick * 150_000
                while pause > 500, now + pause < due {
                    now += pause
                    simulation.advance(to: .microseconds(now))
                }
                simulation.apply(command, sequence: UInt64(tick + 1), at: .microseconds(due))
            }
            simulation.advance(to: .seconds(2))
            return simulation
        }
        #expect(play(microseconds).isSame(as: play(1_000_000)))
    }

    @Test func `frame times at 24 per second reach the step that is due`() {
        var simulation = WorldSimulation(mode: .adventure, startingAt: .seconds(100))
        for frame in 1...240 {
            simulation.advance(to: .seconds(100) + .microseconds(frame * 1_000_000 / 24))
            let expected = Duration.microseconds(frame * 5 * 1_000_000 / 120)
            #expect(simulation.time == expected)
        }
    }

    @Test func `a call with an earlier time changes nothing`() {
        var simulation = WorldSimulation(mode: .adventure, startingAt: .seconds(5))
        simulation.advance(to: .seconds(8))
        let before = simulation
        simulation.advance(to: .seconds(2))
        #expect(simulation.isSame(as: before))
        #expect(simulation.time == .seconds(3))
    }

    @Test func `a paused world does not advance and ignores commands`() {
        var simulation = WorldSimulation(mode: .adventure)
        simulation.apply(Command(translation: .front), sequence: 1, at: .seconds(1))
        simulation.pause(at: .milliseconds(1_100))
        #expect(simulation.isPaused)
        let paused = simulation
        simulation.apply(Command(translation: .front), sequence: 2, at: .seconds(2))
        simulation.advance(to: .seconds(60))
        #expect(simulation.isSame(as: paused))
        simulation.resume(at: .seconds(60))
        simulation.advance(to: .seconds(61))
        #expect(!simulation.isPaused)
        #expect(simulation.time == .milliseconds(2_100))
        #expect(simulation.pose.y - paused.pose.y < 0.5)
    }

    @Test(arguments: [
        (0, 0), (3, 0), (4, 4), (7, 4), (8, 8), (11, 8), (12, 12), (13, 12), (-3, 0),
    ])
    func `a rewind restores the checkpoint at or before its target`(target: Int, border: Int) {
        var simulation = WorldSimulation(mode: .directing)
        var checkpoints = [simulation]
        for second in 1...13 {
            simulation.advance(to: .seconds(second))
            if second.isMultiple(of: 4) { checkpoints.append(simulation) }
            let text = ["night", "rain", "a whale", "sunset"][second % 4]
            simulation.instruct(text, at: .seconds(second))
        }
        let place = simulation.rewind(to: .seconds(target), at: .seconds(14))
        #expect(place == .seconds(border))
        #expect(simulation.time == place)
        #expect(simulation.isSame(as: checkpoints[border / 4]))
        // The timeline continues from the checkpoint.
        simulation.advance(to: .seconds(15))
        #expect(simulation.time == .seconds(border + 1))
    }

    @Test func `a rewind discards later checkpoints`() {
        var simulation = WorldSimulation(mode: .directing)
        simulation.advance(to: .seconds(9))
        simulation.rewind(to: .seconds(4), at: .seconds(9))
        simulation.instruct("night", at: .seconds(10))
        simulation.rewind(to: .seconds(4), at: .seconds(11))
        var undisturbed = WorldSimulation(mode: .directing)
        undisturbed.advance(to: .seconds(4))
        #expect(simulation.isSame(as: undisturbed))
    }

    @Test(arguments: [(8, 8), (9, 8), (40, 40), (9999, 180)])
    func `a rewind to a position not yet played simulates the world up to it`(
        target: Int,
        border: Int
    ) {
        var simulation = WorldSimulation(mode: .directing)
        simulation.instruct("rain", at: .seconds(1))
        var undisturbed = simulation
        simulation.instruct("night", at: .seconds(5))
        #expect(simulation.rewind(to: .seconds(target), at: .seconds(6)) == .seconds(border))
        undisturbed.advance(to: .seconds(border))
        #expect(simulation.isSame(as: undisturbed))
    }

    @Test func `a world that is paused stays paused after a rewind`() {
        var simulation = WorldSimulation(mode: .adventure)
        simulation.pause(at: .seconds(9))
        simulation.rewind(to: .seconds(5), at: .seconds(20))
        simulation.advance(to: .seconds(30))
        #expect(simulation.isPaused)
        #expect(simulation.time == .seconds(4))
        simulation.resume(at: .seconds(30))
        simulation.advance(to: .seconds(31))
        #expect(simulation.time == .seconds(5))
    }

    @Test func `a copy of a simulation is independent`() {
        var simulation = WorldSimulation(mode: .adventure)
        let copy = simulation
        simulation.apply(Command(translation: .front), sequence: 1, at: .zero)
        simulation.advance(to: .seconds(1))
        #expect(copy.time == .zero)
        #expect(!simulation.isSame(as: copy))
    }
}
