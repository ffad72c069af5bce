// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import OysterScenery
import Testing

@Suite struct MovementTests {
    typealias Command = OysterAdventureCommand

    /// Metres moved to the right and forward.
    private static func way(from start: Pose, to end: Pose) -> (aside: Float, ahead: Float) {
        // The start direction is 0.02 turns east of north.
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
    func `translation moves the avatar at 5 m per second in its direction`(
        translation: Command.Translation,
        aside: Float,
        ahead: Float
    ) {
        var fixture = SceneryFixture()
        let start = fixture.simulation.pose
        fixture.hold(Command(translation: translation), for: .seconds(1))
        let way = Self.way(from: start, to: fixture.simulation.pose)
        let length = max(1, (aside * aside + ahead * ahead).squareRoot())
        #expect(abs(way.aside - 4.74 * aside / length) < 0.15)
        #expect(abs(way.ahead - 4.74 * ahead / length) < 0.15)
        #expect(fixture.simulation.pose.heading == start.heading)
    }

    @Test(
        arguments: [
            (.mouseUp, 0, 1), (.mouseDown, 0, -1), (.mouseLeft, -1, 0), (.mouseRight, 1, 0),
            (.mouseUpLeft, -1, 1), (.mouseUpRight, 1, 1), (.mouseDownLeft, -1, -1),
            (.mouseDownRight, 1, -1), (.none, 0, 0),
        ] as [(Command.Rotation, Float, Float)]
    )
    func `rotation changes heading and pitch at fixed rates`(
        rotation: Command.Rotation,
        aside: Float,
        upward: Float
    ) {
        var fixture = SceneryFixture()
        let start = fixture.simulation.pose
        fixture.hold(Command(rotation: rotation), for: .seconds(1))
        var turned = fixture.simulation.pose.heading - start.heading
        if turned > 0.5 { turned -= 1 }
        #expect(abs(turned - 0.153 * aside) < 0.004)
        #expect(abs(fixture.simulation.pose.pitch - 0.086 * upward) < 0.003)
        #expect(fixture.simulation.pose.x == start.x)
        #expect(fixture.simulation.pose.y == start.y)
    }

    @Test func `pitch is limited and heading wraps around`() {
        var fixture = SceneryFixture()
        fixture.hold(Command(rotation: .mouseUpRight), for: .seconds(12))
        #expect(abs(fixture.simulation.pose.pitch - 0.11) < 0.001)
        #expect((0..<1).contains(fixture.simulation.pose.heading))
        fixture.hold(Command(rotation: .mouseDownLeft), for: .seconds(12))
        #expect(abs(fixture.simulation.pose.pitch + 0.11) < 0.001)
        #expect((0..<1).contains(fixture.simulation.pose.heading))
    }

    @Test func `movement ends 400 ms after the last command`() {
        var fixture = SceneryFixture()
        fixture.send(Command(translation: .front))
        fixture.wait(.milliseconds(390))
        let before = fixture.simulation.pose
        fixture.wait(.milliseconds(10))
        let released = fixture.simulation.pose
        #expect(released.y > before.y)
        // What remains is the sway of the camera.
        fixture.wait(.seconds(1))
        #expect(fixture.simulation.pose.y - released.y < 0.4)
        let still = fixture.simulation.pose
        fixture.wait(.seconds(1))
        #expect(fixture.simulation.pose == still)
    }

    @Test func `an empty snapshot ends the movement at once`() {
        var fixture = SceneryFixture()
        fixture.hold(Command(translation: .front), for: .seconds(1))
        let held = fixture.simulation.pose
        fixture.send(Command())
        fixture.wait(.milliseconds(300))
        #expect(fixture.simulation.pose.y - held.y < 0.4)
    }

    @Test func `a jump raises the eye along a parabola`() {
        var fixture = SceneryFixture()
        let ground = fixture.simulation.pose.height
        fixture.send(Command(interaction: .jump))
        var heights: [Float] = []
        for _ in 0..<18 {
            fixture.wait(.milliseconds(42))
            heights.append(fixture.simulation.pose.height - ground)
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
        #expect(fixture.simulation.pose.height == ground)
    }

    @Test func `crouching lowers the eye for about a second`() {
        var fixture = SceneryFixture()
        let ground = fixture.simulation.pose.height
        fixture.send(Command(interaction: .crouch))
        fixture.wait(.milliseconds(600))
        #expect(abs(ground - fixture.simulation.pose.height - 0.85) < 0.01)
        fixture.wait(.seconds(1))
        #expect(fixture.simulation.pose.height == ground)
    }

    @Test func `a sprint doubles the speed for two seconds`() {
        func way(_ interaction: Command.Interaction, after delay: Duration) -> Float {
            var fixture = SceneryFixture()
            fixture.hold(Command(translation: .back), for: .seconds(1))
            fixture.send(Command(translation: .back, interaction: interaction))
            fixture.hold(Command(translation: .back), for: delay)
            let start = fixture.simulation.pose.y
            fixture.hold(Command(translation: .back), for: .milliseconds(500))
            return start - fixture.simulation.pose.y
        }
        let pace = way(.none, after: .seconds(1))
        #expect(abs(way(.sprint, after: .seconds(1)) / pace - 2) < 0.05)
        #expect(abs(way(.sprint, after: .milliseconds(2_500)) / pace - 1) < 0.05)
    }

    @Test(arguments: Command.Translation.allCases)
    func `the avatar cannot leave the land or sink`(translation: Command.Translation) {
        var fixture = SceneryFixture()
        for interaction in [.sprint, .sprint, .none] as [Command.Interaction] {
            for _ in 0..<10 {
                fixture.send(Command(translation: translation, interaction: interaction))
                fixture.hold(Command(translation: translation), for: .seconds(2))
                let pose = fixture.simulation.pose
                #expect((0...Island.side).contains(pose.x))
                #expect((0...Island.side).contains(pose.y))
                #expect(pose.height > 1.5)
            }
            fixture.hold(Command(rotation: .mouseLeft), for: .seconds(2))
        }
    }

    @Test(arguments: [OysterModeValue.directing, .acting])
    func `acting and directing ignore commands`(mode: OysterModeValue) {
        var fixture = SceneryFixture(mode)
        let start = fixture.simulation.pose
        fixture.hold(Command(translation: .front, rotation: .mouseLeft), for: .seconds(1))
        #expect(fixture.simulation.pose == start)
        #expect(fixture.simulation.newestSequence == 0)
    }
}
