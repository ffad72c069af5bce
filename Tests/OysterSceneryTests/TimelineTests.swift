// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import OysterScenery
import Testing

@Suite struct TimelineTests {
    typealias Command = OysterAdventureCommand

    @Test(arguments: [1, 7, 40, 41_667, 100_000, 999_983])
    func `the frame rate does not matter`(microseconds: Int) {
        func play(_ pause: Int) -> Scenery {
            var scenery = Scenery(mode: .adventure)
            var now = 0
            for (tick, command) in [
                Command(translation: .front), Command(rotation: .mouseLeft, interaction: .jump),
            ].enumerated() {
                let due = 100_000 + tick * 150_000
                while pause > 500, now + pause < due {
                    now += pause
                    scenery.advance(to: .microseconds(now))
                }
                scenery.apply(command, sequence: UInt64(tick + 1), at: .microseconds(due))
            }
            scenery.advance(to: .seconds(2))
            return scenery
        }
        #expect(play(microseconds).isSame(as: play(1_000_000)))
    }

    @Test func `time goes by in frames of 24 a second without a step too few`() {
        var scenery = Scenery(mode: .adventure, startingAt: .seconds(100))
        for frame in 1...240 {
            scenery.advance(to: .seconds(100) + .microseconds(frame * 1_000_000 / 24))
            let expected = Duration.microseconds(frame * 5 * 1_000_000 / 120)
            #expect(scenery.time == expected)
        }
    }

    @Test func `going back in the caller's time changes nothing`() {
        var scenery = Scenery(mode: .adventure, startingAt: .seconds(5))
        scenery.advance(to: .seconds(8))
        let before = scenery
        scenery.advance(to: .seconds(2))
        #expect(scenery.isSame(as: before))
        #expect(scenery.time == .seconds(3))
    }

    @Test func `a pause stops time, and commands with it`() {
        var scenery = Scenery(mode: .adventure)
        scenery.apply(Command(translation: .front), sequence: 1, at: .seconds(1))
        scenery.pause(at: .milliseconds(1_100))
        #expect(scenery.isPaused)
        let paused = scenery
        scenery.apply(Command(translation: .front), sequence: 2, at: .seconds(2))
        scenery.advance(to: .seconds(60))
        #expect(scenery.isSame(as: paused))
        scenery.resume(at: .seconds(60))
        scenery.advance(to: .seconds(61))
        #expect(!scenery.isPaused)
        #expect(scenery.time == .milliseconds(2_100))
        #expect(scenery.pose.y - paused.pose.y < 0.5)
    }

    @Test(arguments: [
        (0, 0), (3, 0), (4, 4), (7, 4), (8, 8), (11, 8), (12, 12), (13, 12), (-3, 0),
    ])
    func `a rewind restores the border at or before its target`(target: Int, border: Int) {
        var scenery = Scenery(mode: .directing)
        var borders = [scenery]
        for second in 1...13 {
            scenery.advance(to: .seconds(second))
            if second.isMultiple(of: 4) { borders.append(scenery) }
            let text = ["night", "rain", "a whale", "sunset"][second % 4]
            scenery.instruct(text, at: .seconds(second))
        }
        let place = scenery.rewind(to: .seconds(target), at: .seconds(14))
        #expect(place == .seconds(border))
        #expect(scenery.time == place)
        #expect(scenery.isSame(as: borders[border / 4]))
        // It goes on from there.
        scenery.advance(to: .seconds(15))
        #expect(scenery.time == .seconds(border + 1))
    }

    @Test func `what came after a rewind is forgotten`() {
        var scenery = Scenery(mode: .directing)
        scenery.advance(to: .seconds(9))
        scenery.rewind(to: .seconds(4), at: .seconds(9))
        scenery.instruct("night", at: .seconds(10))
        scenery.rewind(to: .seconds(4), at: .seconds(11))
        var undisturbed = Scenery(mode: .directing)
        undisturbed.advance(to: .seconds(4))
        #expect(scenery.isSame(as: undisturbed))
    }

    @Test(arguments: [(8, 8), (9, 8), (40, 40), (9999, 180)])
    func `to what was not played yet the world goes by itself`(target: Int, border: Int) {
        var scenery = Scenery(mode: .directing)
        scenery.instruct("rain", at: .seconds(1))
        var undisturbed = scenery
        scenery.instruct("night", at: .seconds(5))
        #expect(scenery.rewind(to: .seconds(target), at: .seconds(6)) == .seconds(border))
        undisturbed.advance(to: .seconds(border))
        #expect(scenery.isSame(as: undisturbed))
    }

    @Test func `a rewind in a pause stays paused`() {
        var scenery = Scenery(mode: .adventure)
        scenery.pause(at: .seconds(9))
        scenery.rewind(to: .seconds(5), at: .seconds(20))
        scenery.advance(to: .seconds(30))
        #expect(scenery.isPaused)
        #expect(scenery.time == .seconds(4))
        scenery.resume(at: .seconds(30))
        scenery.advance(to: .seconds(31))
        #expect(scenery.time == .seconds(5))
    }

    @Test func `a copy is a world of its own`() {
        var scenery = Scenery(mode: .adventure)
        let copy = scenery
        scenery.apply(Command(translation: .front), sequence: 1, at: .zero)
        scenery.advance(to: .seconds(1))
        #expect(copy.time == .zero)
        #expect(!scenery.isSame(as: copy))
    }
}
