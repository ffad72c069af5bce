// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import OysterScenery
import Testing

/// Snapshots travel unordered and unreliably; one-shots must happen once all the same.
@Suite struct CommandOrderTests {
    typealias Command = OysterAdventureCommand

    /// How high a world's traveller is above where he began after some time.
    private static func rise(_ scenery: Scenery, at now: Duration) -> Float {
        var later = scenery
        let start = Scenery(mode: .adventure, seed: 1).pose.height
        later.advance(to: now)
        return later.pose.height - start
    }

    @Test func `the newest sequence decides about movement`() {
        var scenery = Scenery(mode: .adventure)
        scenery.apply(Command(rotation: .mouseRight), sequence: 7, at: .zero)
        scenery.apply(Command(rotation: .mouseLeft), sequence: 6, at: .milliseconds(10))
        scenery.apply(Command(), sequence: 7, at: .milliseconds(20))
        let start = scenery.pose.heading
        scenery.advance(to: .milliseconds(300))
        #expect(scenery.pose.heading > start)
        #expect(scenery.newestSequence == 7)
    }

    @Test func `an older sequence does not prolong what is held`() {
        var scenery = Scenery(mode: .adventure)
        scenery.apply(Command(translation: .front), sequence: 9, at: .zero)
        for tick in 1...20 {
            let now = Duration.milliseconds(tick * 42)
            scenery.apply(Command(translation: .front), sequence: 8, at: now)
        }
        let still = scenery.pose
        scenery.advance(to: .seconds(2))
        #expect(scenery.pose.y - still.y < 0.1)
    }

    @Test(arguments: [1, 3, 8] as [UInt64])
    func `a late one-shot happens`(sequence: UInt64) {
        var scenery = Scenery(mode: .adventure)
        scenery.apply(Command(), sequence: 9, at: .zero)
        scenery.apply(Command(interaction: .jump), sequence: sequence, at: .milliseconds(10))
        #expect(Self.rise(scenery, at: .milliseconds(400)) > 1)
        #expect(scenery.newestSequence == 9)
    }

    @Test(arguments: [true, false])
    func `a repeated one-shot happens once`(withNewer: Bool) {
        var scenery = Scenery(mode: .adventure)
        scenery.apply(Command(interaction: .jump), sequence: 4, at: .zero)
        if withNewer { scenery.apply(Command(), sequence: 5, at: .milliseconds(42)) }
        // After the first jump has ended.
        scenery.apply(Command(interaction: .jump), sequence: 4, at: .seconds(1))
        #expect(Self.rise(scenery, at: .milliseconds(1_400)) < 0.01)
        scenery.apply(Command(interaction: .jump), sequence: 6, at: .milliseconds(1_500))
        #expect(Self.rise(scenery, at: .milliseconds(1_900)) > 1)
    }

    @Test func `a thousand one-shots are remembered as far as it matters`() {
        var scenery = Scenery(mode: .adventure)
        for sequence in 1...1_000 as ClosedRange<UInt64> {
            scenery.apply(Command(interaction: .jump), sequence: sequence, at: .zero)
        }
        scenery.advance(to: .seconds(1))
        for sequence in 1...1_000 as ClosedRange<UInt64> {
            scenery.apply(Command(interaction: .jump), sequence: sequence, at: .seconds(1))
        }
        #expect(Self.rise(scenery, at: .milliseconds(1_400)) < 0.01)
    }

    @Test func `a rewind does not repeat one-shots`() {
        var scenery = Scenery(mode: .adventure)
        scenery.apply(Command(interaction: .jump), sequence: 1, at: .seconds(5))
        scenery.rewind(to: .zero, at: .seconds(6))
        scenery.apply(Command(interaction: .jump), sequence: 1, at: .seconds(6))
        #expect(Self.rise(scenery, at: .milliseconds(6_400)) < 0.01)
        #expect(scenery.newestSequence == 1)
    }
}
