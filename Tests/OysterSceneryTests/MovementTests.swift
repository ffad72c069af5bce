// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import OysterScenery
import Testing

@Suite struct MovementTests {
    typealias Command = OysterAdventureCommand

    /// Metres to the right of the view and along it.
    private static func way(from start: Pose, to end: Pose) -> (aside: Float, ahead: Float) {
        // The start looks 0.02 turns east of north.
        let (sine, cosine): (Float, Float) = (0.1253, 0.9921)
        let (x, y) = (end.x - start.x, end.y - start.y)
        return (x * cosine - y * sine, x * sine + y * cosine)
    }

    @Test(
        arguments: [
            (.front, 0, 1), (.back, 0, -1), (.left, -1, 0), (.right, 1, 0), (.frontLeft, -1, 1),
            (.frontRight, 1, 1), (.backLeft, -1, -1), (.backRight, 1, -1), (.none, 0, 0),
        ] as [(Command.Translation, Float, Float)]
    )
    func `translation moves at five metres a second in its direction`(
        translation: Command.Translation,
        aside: Float,
        ahead: Float
    ) {
        var stroll = Stroll()
        let start = stroll.scenery.pose
        stroll.hold(Command(translation: translation), for: .seconds(1))
        let way = Self.way(from: start, to: stroll.scenery.pose)
        let length = max(1, (aside * aside + ahead * ahead).squareRoot())
        #expect(abs(way.aside - 4.74 * aside / length) < 0.15)
        #expect(abs(way.ahead - 4.74 * ahead / length) < 0.15)
        #expect(stroll.scenery.pose.heading == start.heading)
    }

    @Test(
        arguments: [
            (.mouseUp, 0, 1), (.mouseDown, 0, -1), (.mouseLeft, -1, 0), (.mouseRight, 1, 0),
            (.mouseUpLeft, -1, 1), (.mouseUpRight, 1, 1), (.mouseDownLeft, -1, -1),
            (.mouseDownRight, 1, -1), (.none, 0, 0),
        ] as [(Command.Rotation, Float, Float)]
    )
    func `rotation turns and pitches at its rates`(
        rotation: Command.Rotation,
        aside: Float,
        upward: Float
    ) {
        var stroll = Stroll()
        let start = stroll.scenery.pose
        stroll.hold(Command(rotation: rotation), for: .seconds(1))
        var turned = stroll.scenery.pose.heading - start.heading
        if turned > 0.5 { turned -= 1 }
        #expect(abs(turned - 0.153 * aside) < 0.004)
        #expect(abs(stroll.scenery.pose.pitch - 0.086 * upward) < 0.003)
        #expect(stroll.scenery.pose.x == start.x)
        #expect(stroll.scenery.pose.y == start.y)
    }

    @Test func `pitch stops and heading goes round`() {
        var stroll = Stroll()
        stroll.hold(Command(rotation: .mouseUpRight), for: .seconds(12))
        #expect(abs(stroll.scenery.pose.pitch - 0.11) < 0.001)
        #expect((0..<1).contains(stroll.scenery.pose.heading))
        stroll.hold(Command(rotation: .mouseDownLeft), for: .seconds(12))
        #expect(abs(stroll.scenery.pose.pitch + 0.11) < 0.001)
        #expect((0..<1).contains(stroll.scenery.pose.heading))
    }

    @Test func `silence of 400 ms is a release`() {
        var stroll = Stroll()
        stroll.send(Command(translation: .front))
        stroll.wait(.milliseconds(390))
        let before = stroll.scenery.pose
        stroll.wait(.milliseconds(10))
        let released = stroll.scenery.pose
        #expect(released.y > before.y)
        // What is left is the swing of the body.
        stroll.wait(.seconds(1))
        #expect(stroll.scenery.pose.y - released.y < 0.4)
        let still = stroll.scenery.pose
        stroll.wait(.seconds(1))
        #expect(stroll.scenery.pose == still)
    }

    @Test func `an empty snapshot is a release at once`() {
        var stroll = Stroll()
        stroll.hold(Command(translation: .front), for: .seconds(1))
        let held = stroll.scenery.pose
        stroll.send(Command())
        stroll.wait(.milliseconds(300))
        #expect(stroll.scenery.pose.y - held.y < 0.4)
    }

    @Test func `a jump is an arc`() {
        var stroll = Stroll()
        let ground = stroll.scenery.pose.height
        stroll.send(Command(interaction: .jump))
        var heights: [Float] = []
        for _ in 0..<18 {
            stroll.wait(.milliseconds(42))
            heights.append(stroll.scenery.pose.height - ground)
        }
        let top = heights.max() ?? 0
        #expect(abs(top - 1.3) < 0.05)
        let peak = heights.firstIndex(of: top) ?? 0
        #expect((7...10).contains(peak))
        for (lower, higher) in zip(heights[...peak], heights[...peak].dropFirst()) {
            #expect(higher > lower)
        }
        for (higher, lower) in zip(heights[peak...], heights[peak...].dropFirst()) {
            #expect(lower <= higher)
        }
        #expect(stroll.scenery.pose.height == ground)
    }

    @Test func `crouching lowers the eye for a while`() {
        var stroll = Stroll()
        let ground = stroll.scenery.pose.height
        stroll.send(Command(interaction: .crouch))
        stroll.wait(.milliseconds(600))
        #expect(abs(ground - stroll.scenery.pose.height - 0.85) < 0.01)
        stroll.wait(.seconds(1))
        #expect(stroll.scenery.pose.height == ground)
    }

    @Test func `sprinting doubles the speed for two seconds`() {
        func way(_ interaction: Command.Interaction, after delay: Duration) -> Float {
            var stroll = Stroll()
            stroll.hold(Command(translation: .back), for: .seconds(1))
            stroll.send(Command(translation: .back, interaction: interaction))
            stroll.hold(Command(translation: .back), for: delay)
            let start = stroll.scenery.pose.y
            stroll.hold(Command(translation: .back), for: .milliseconds(500))
            return start - stroll.scenery.pose.y
        }
        let pace = way(.none, after: .seconds(1))
        #expect(abs(way(.sprint, after: .seconds(1)) / pace - 2) < 0.05)
        #expect(abs(way(.sprint, after: .milliseconds(2_500)) / pace - 1) < 0.05)
    }

    @Test(arguments: Command.Translation.allCases)
    func `nobody leaves the land or sinks`(translation: Command.Translation) {
        var stroll = Stroll()
        for interaction in [.sprint, .sprint, .none] as [Command.Interaction] {
            for _ in 0..<10 {
                stroll.send(Command(translation: translation, interaction: interaction))
                stroll.hold(Command(translation: translation), for: .seconds(2))
                let pose = stroll.scenery.pose
                #expect((0...Island.side).contains(pose.x))
                #expect((0...Island.side).contains(pose.y))
                #expect(pose.height > 1.5)
            }
            stroll.hold(Command(rotation: .mouseLeft), for: .seconds(2))
        }
    }

    @Test(arguments: [OysterModeValue.directing, .acting])
    func `other modes ignore commands`(mode: OysterModeValue) {
        var stroll = Stroll(mode)
        let start = stroll.scenery.pose
        stroll.hold(Command(translation: .front, rotation: .mouseLeft), for: .seconds(1))
        #expect(stroll.scenery.pose == start)
        #expect(stroll.scenery.newestSequence == 0)
    }
}
