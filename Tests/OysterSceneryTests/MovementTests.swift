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
        var fixture = SceneryFixture()
        let start = fixture.scenery.pose
        fixture.hold(Command(translation: translation), for: .seconds(1))
        let way = Self.way(from: start, to: fixture.scenery.pose)
        let length = max(1, (aside * aside + ahead * ahead).squareRoot())
        #expect(abs(way.aside - 4.74 * aside / length) < 0.15)
        #expect(abs(way.ahead - 4.74 * ahead / length) < 0.15)
        #expect(fixture.scenery.pose.heading == start.heading)
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
        var fixture = SceneryFixture()
        let start = fixture.scenery.pose
        fixture.hold(Command(rotation: rotation), for: .seconds(1))
        var turned = fixture.scenery.pose.heading - start.heading
        if turned > 0.5 { turned -= 1 }
        #expect(abs(turned - 0.153 * aside) < 0.004)
        #expect(abs(fixture.scenery.pose.pitch - 0.086 * upward) < 0.003)
        #expect(fixture.scenery.pose.x == start.x)
        #expect(fixture.scenery.pose.y == start.y)
    }

    @Test func `pitch stops and heading goes round`() {
        var fixture = SceneryFixture()
        fixture.hold(Command(rotation: .mouseUpRight), for: .seconds(12))
        #expect(abs(fixture.scenery.pose.pitch - 0.11) < 0.001)
        #expect((0..<1).contains(fixture.scenery.pose.heading))
        fixture.hold(Command(rotation: .mouseDownLeft), for: .seconds(12))
        #expect(abs(fixture.scenery.pose.pitch + 0.11) < 0.001)
        #expect((0..<1).contains(fixture.scenery.pose.heading))
    }

    @Test func `silence of 400 ms is a release`() {
        var fixture = SceneryFixture()
        fixture.send(Command(translation: .front))
        fixture.wait(.milliseconds(390))
        let before = fixture.scenery.pose
        fixture.wait(.milliseconds(10))
        let released = fixture.scenery.pose
        #expect(released.y > before.y)
        // What is left is the swing of the body.
        fixture.wait(.seconds(1))
        #expect(fixture.scenery.pose.y - released.y < 0.4)
        let still = fixture.scenery.pose
        fixture.wait(.seconds(1))
        #expect(fixture.scenery.pose == still)
    }

    @Test func `an empty snapshot is a release at once`() {
        var fixture = SceneryFixture()
        fixture.hold(Command(translation: .front), for: .seconds(1))
        let held = fixture.scenery.pose
        fixture.send(Command())
        fixture.wait(.milliseconds(300))
        #expect(fixture.scenery.pose.y - held.y < 0.4)
    }

    @Test func `a jump is an arc`() {
        var fixture = SceneryFixture()
        let ground = fixture.scenery.pose.height
        fixture.send(Command(interaction: .jump))
        var heights: [Float] = []
        for _ in 0..<18 {
            fixture.wait(.milliseconds(42))
            heights.append(fixture.scenery.pose.height - ground)
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
        #expect(fixture.scenery.pose.height == ground)
    }

    @Test func `crouching lowers the eye for a while`() {
        var fixture = SceneryFixture()
        let ground = fixture.scenery.pose.height
        fixture.send(Command(interaction: .crouch))
        fixture.wait(.milliseconds(600))
        #expect(abs(ground - fixture.scenery.pose.height - 0.85) < 0.01)
        fixture.wait(.seconds(1))
        #expect(fixture.scenery.pose.height == ground)
    }

    @Test func `sprinting doubles the speed for two seconds`() {
        func way(_ interaction: Command.Interaction, after delay: Duration) -> Float {
            var fixture = SceneryFixture()
            fixture.hold(Command(translation: .back), for: .seconds(1))
            fixture.send(Command(translation: .back, interaction: interaction))
            fixture.hold(Command(translation: .back), for: delay)
            let start = fixture.scenery.pose.y
            fixture.hold(Command(translation: .back), for: .milliseconds(500))
            return start - fixture.scenery.pose.y
        }
        let pace = way(.none, after: .seconds(1))
        #expect(abs(way(.sprint, after: .seconds(1)) / pace - 2) < 0.05)
        #expect(abs(way(.sprint, after: .milliseconds(2_500)) / pace - 1) < 0.05)
    }

    @Test(arguments: Command.Translation.allCases)
    func `nobody leaves the land or sinks`(translation: Command.Translation) {
        var fixture = SceneryFixture()
        for interaction in [.sprint, .sprint, .none] as [Command.Interaction] {
            for _ in 0..<10 {
                fixture.send(Command(translation: translation, interaction: interaction))
                fixture.hold(Command(translation: translation), for: .seconds(2))
                let pose = fixture.scenery.pose
                #expect((0...Island.side).contains(pose.x))
                #expect((0...Island.side).contains(pose.y))
                #expect(pose.height > 1.5)
            }
            fixture.hold(Command(rotation: .mouseLeft), for: .seconds(2))
        }
    }

    @Test(arguments: [OysterModeValue.directing, .acting])
    func `other modes ignore commands`(mode: OysterModeValue) {
        var fixture = SceneryFixture(mode)
        let start = fixture.scenery.pose
        fixture.hold(Command(translation: .front, rotation: .mouseLeft), for: .seconds(1))
        #expect(fixture.scenery.pose == start)
        #expect(fixture.scenery.newestSequence == 0)
    }
}
