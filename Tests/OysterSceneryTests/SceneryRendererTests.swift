// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import OysterScenery
import Testing

@Suite struct SceneryRendererTests {
    private static func frame(_ simulation: WorldSimulation, _ frame: UInt64 = 1) -> [UInt8] {
        SceneryRenderer(size: simulation.size).render(simulation, frameNumber: frame) { Array($0) }
    }

    /// The luma of a frame above the strip.
    private static func above(_ frame: [UInt8], _ size: FrameSize) -> ArraySlice<UInt8> {
        frame.prefix(size.width * (size.height - 80))
    }

    @Test(
        arguments: [
            ("adventure", nil, 864, 480), ("directing", "9:16", 864, 480),
            ("acting", nil, 480, 864),
            ("acting", "16:9", 864, 480), ("acting", "1:1", 480, 480), ("someday", nil, 864, 480),
        ] as [(String, String?, Int, Int)]
    )
    func `the frame size depends on mode and aspect ratio`(
        mode: String,
        ratio: String?,
        width: Int,
        height: Int
    ) {
        let simulation = WorldSimulation(mode: OysterModeValue(rawValue: mode), aspectRatio: ratio)
        #expect(simulation.size.width == width)
        #expect(simulation.size.height == height)
        #expect(Self.frame(simulation).count == width * height * 3 / 2)
    }

    @Test func `the strip of a frame contains the state of the world`() {
        var fixture = SceneryFixture()
        fixture.hold(OysterAdventureCommand(translation: .frontRight), for: .milliseconds(2_500))
        let (simulation, size) = (fixture.simulation, fixture.simulation.size)
        let frame = Self.frame(simulation, 77)
        let content = BlockStrip.decode(width: size.width, height: size.height) { x, y in
            frame[y * size.width + x]
        }
        #expect(content?.frameNumber == 77)
        #expect(content?.tenths == 25)
        #expect(content?.commandSequence == UInt32(fixture.sequence))
        #expect(content?.x == UInt16(simulation.pose.x * 16))
        #expect(content?.y == UInt16(simulation.pose.y * 16))
        #expect(content?.heading == UInt16(simulation.pose.heading * 4_096))
    }

    @Test func `a frame after a rewind equals the frame at the checkpoint`() {
        var fixture = SceneryFixture(.directing, title: "A bay")
        fixture.instruct("a dog and rain")
        fixture.wait(.seconds(4))
        let first = Self.frame(fixture.simulation)
        fixture.instruct("a storm at night")
        fixture.wait(.seconds(3))
        #expect(Self.frame(fixture.simulation) != first)
        fixture.simulation.rewind(to: .seconds(6), at: fixture.now)
        #expect(Self.frame(fixture.simulation) == first)
    }

    @Test func `frames are equal during a pause and differ while playing`() {
        var fixture = SceneryFixture()
        fixture.wait(.seconds(1))
        let first = Self.frame(fixture.simulation)
        fixture.simulation.pause(at: fixture.now)
        fixture.wait(.seconds(1))
        #expect(Self.frame(fixture.simulation) == first)
        fixture.simulation.resume(at: fixture.now)
        fixture.wait(.milliseconds(42))
        #expect(
            Self.above(Self.frame(fixture.simulation), fixture.simulation.size)
                != Self.above(first, fixture.simulation.size)
        )
    }

    @Test func `a renderer draws the same frame on its first and a later use`() {
        var fixture = SceneryFixture()
        let renderer = SceneryRenderer(size: fixture.simulation.size)
        for text in ["night", "storm and a whale", "snow"] {
            fixture.instruct(text)
            fixture.wait(.milliseconds(700))
            let used = renderer.render(fixture.simulation, frameNumber: 1) { Array($0) }
            #expect(used == Self.frame(fixture.simulation))
        }
    }

    @Test(arguments: ["night", "rain", "snow", "fog", "a dragon"])
    func `an instruction changes the frame`(text: String) {
        var (instructed, plain) = (SceneryFixture(.directing), SceneryFixture(.directing))
        instructed.instruct(text)
        instructed.wait(.seconds(8))
        plain.wait(.seconds(8))
        let size = instructed.simulation.size
        #expect(
            Self.above(Self.frame(instructed.simulation), size)
                != Self.above(Self.frame(plain.simulation), size)
        )
    }

    @Test func `a frame at night is darker, and one in snow brighter, than by day`() {
        func brightness(_ title: String) -> Int {
            let simulation = WorldSimulation(mode: .directing, title: title)
            return Self.above(Self.frame(simulation), simulation.size).reduce(0) { $0 + Int($1) }
        }
        #expect(brightness("night") * 2 < brightness("day"))
        #expect(brightness("winter") > brightness("day"))
    }

    @Test func `worlds with different seeds have different skies`() {
        let frames = [1, 1, 2].map { Self.frame(WorldSimulation(mode: .directing, seed: $0)) }
        #expect(frames[0] == frames[1])
        #expect(frames[0] != frames[2])
    }

    @Test func `an attack is visible in the frame`() {
        var fixture = SceneryFixture()
        fixture.wait(.seconds(7))
        let before = Self.frame(fixture.simulation)
        fixture.send(OysterAdventureCommand(interaction: .attack))
        fixture.wait(.milliseconds(42))
        let after = Self.frame(fixture.simulation)
        let brighter = zip(before, after).prefix(864 * 400).count { Int($1) > Int($0) + 20 }
        #expect(brighter > 5_000)
    }

    @Test func `a caption darkens the frame behind it`() {
        var (instructed, plain) = (SceneryFixture(.directing), SceneryFixture(.directing))
        instructed.instruct(String(repeating: "words ", count: 12))
        instructed.wait(.seconds(1))
        plain.wait(.seconds(1))
        let rows = 864 * 390..<864 * 420
        let (dark, light) = (
            Self.frame(instructed.simulation)[rows], Self.frame(plain.simulation)[rows]
        )
        #expect(zip(dark, light).count { Int($0) + 30 < Int($1) } > 5_000)
    }
}
