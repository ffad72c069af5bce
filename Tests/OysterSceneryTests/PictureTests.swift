// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import OysterScenery
import Testing

@Suite struct PictureTests {
    private static func picture(_ scenery: Scenery, _ frame: UInt64 = 1) -> [UInt8] {
        SceneryPainter(size: scenery.size).paint(scenery, frameNumber: frame) { Array($0) }
    }

    /// The part of a picture's luma above the strip.
    private static func above(_ picture: [UInt8], _ size: FrameSize) -> ArraySlice<UInt8> {
        picture.prefix(size.width * (size.height - 80))
    }

    @Test(
        arguments: [
            ("adventure", nil, 864, 480), ("directing", "9:16", 864, 480),
            ("acting", nil, 480, 864),
            ("acting", "16:9", 864, 480), ("acting", "1:1", 480, 480), ("someday", nil, 864, 480),
        ] as [(String, String?, Int, Int)]
    )
    func `the size follows mode and ratio`(mode: String, ratio: String?, width: Int, height: Int) {
        let scenery = Scenery(mode: OysterModeValue(rawValue: mode), aspectRatio: ratio)
        #expect(scenery.size.width == width)
        #expect(scenery.size.height == height)
        #expect(Self.picture(scenery).count == width * height * 3 / 2)
    }

    @Test func `the strip is read back`() {
        var fixture = SceneryFixture()
        fixture.hold(OysterAdventureCommand(translation: .frontRight), for: .milliseconds(2_500))
        let (scenery, size) = (fixture.scenery, fixture.scenery.size)
        let picture = Self.picture(scenery, 77)
        let content = BlockStrip.decode(width: size.width, height: size.height) { x, y in
            picture[y * size.width + x]
        }
        #expect(content?.frameNumber == 77)
        #expect(content?.tenths == 25)
        #expect(content?.commandSequence == UInt32(fixture.sequence))
        #expect(content?.x == UInt16(scenery.pose.x * 16))
        #expect(content?.y == UInt16(scenery.pose.y * 16))
        #expect(content?.heading == UInt16(scenery.pose.heading * 4_096))
    }

    @Test func `a rewind restores the picture bit by bit`() {
        var fixture = SceneryFixture(.directing, title: "A bay")
        fixture.say("a dog and rain")
        fixture.wait(.seconds(4))
        let first = Self.picture(fixture.scenery)
        fixture.say("a storm at night")
        fixture.wait(.seconds(3))
        #expect(Self.picture(fixture.scenery) != first)
        fixture.scenery.rewind(to: .seconds(6), at: fixture.now)
        #expect(Self.picture(fixture.scenery) == first)
    }

    @Test func `a pause freezes the picture, and playing does not`() {
        var fixture = SceneryFixture()
        fixture.wait(.seconds(1))
        let first = Self.picture(fixture.scenery)
        fixture.scenery.pause(at: fixture.now)
        fixture.wait(.seconds(1))
        #expect(Self.picture(fixture.scenery) == first)
        fixture.scenery.resume(at: fixture.now)
        fixture.wait(.milliseconds(42))
        #expect(
            Self.above(Self.picture(fixture.scenery), fixture.scenery.size)
                != Self.above(first, fixture.scenery.size)
        )
    }

    @Test func `a used painter paints what a new one paints`() {
        var fixture = SceneryFixture()
        let painter = SceneryPainter(size: fixture.scenery.size)
        for text in ["night", "storm and a whale", "snow"] {
            fixture.say(text)
            fixture.wait(.milliseconds(700))
            let used = painter.paint(fixture.scenery, frameNumber: 1) { Array($0) }
            #expect(used == Self.picture(fixture.scenery))
        }
    }

    @Test(arguments: ["night", "rain", "snow", "fog", "a dragon"])
    func `an instruction changes the picture`(text: String) {
        var (told, plain) = (SceneryFixture(.directing), SceneryFixture(.directing))
        told.say(text)
        told.wait(.seconds(8))
        plain.wait(.seconds(8))
        let size = told.scenery.size
        #expect(
            Self.above(Self.picture(told.scenery), size)
                != Self.above(Self.picture(plain.scenery), size)
        )
    }

    @Test func `night is darker and snow brighter than day`() {
        func brightness(_ title: String) -> Int {
            let scenery = Scenery(mode: .directing, title: title)
            return Self.above(Self.picture(scenery), scenery.size).reduce(0) { $0 + Int($1) }
        }
        #expect(brightness("night") * 2 < brightness("day"))
        #expect(brightness("winter") > brightness("day"))
    }

    @Test func `the seed decides about the sky`() {
        let pictures = [1, 1, 2].map { Self.picture(Scenery(mode: .directing, seed: $0)) }
        #expect(pictures[0] == pictures[1])
        #expect(pictures[0] != pictures[2])
    }

    @Test func `an attack flashes`() {
        var fixture = SceneryFixture()
        fixture.wait(.seconds(7))
        let before = Self.picture(fixture.scenery)
        fixture.send(OysterAdventureCommand(interaction: .attack))
        fixture.wait(.milliseconds(42))
        let after = Self.picture(fixture.scenery)
        let brighter = zip(before, after).prefix(864 * 400).count { Int($1) > Int($0) + 20 }
        #expect(brighter > 5_000)
    }

    @Test func `captions darken what is behind them`() {
        var (told, plain) = (SceneryFixture(.directing), SceneryFixture(.directing))
        told.say(String(repeating: "words ", count: 12))
        told.wait(.seconds(1))
        plain.wait(.seconds(1))
        let rows = 864 * 390..<864 * 420
        let (dark, light) = (Self.picture(told.scenery)[rows], Self.picture(plain.scenery)[rows])
        #expect(zip(dark, light).count { Int($0) + 30 < Int($1) } > 5_000)
    }
}
