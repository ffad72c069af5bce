// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import Testing

@Suite struct TestCardTests {
    private let pool = FramePool()

    private func card(_ size: FrameSize = .landscape, travelId: String = "t") -> TestCard {
        TestCard(size: size, travelId: travelId, pool: pool)
    }

    private func content(
        _ number: UInt64 = 1,
        time: Duration = .zero,
        status: OysterTravelStatus = .running,
        pose: CardPose = CardPose(),
        command: StreamCommand? = nil
    ) -> CardContent {
        CardContent(number: number, time: time, status: status, pose: pose, command: command)
    }

    @Test func `two consecutive frames differ outside the strip`() throws {
        let card = card()
        let strip = try #require(StripLayout(width: 864, height: 480))
        let rows = 0..<strip.area.y
        let first = card.frame(content(1)).bytes(plane: 0, rows: rows)
        #expect(first == card.frame(content(1)).bytes(plane: 0, rows: rows))
        #expect(first != card.frame(content(2)).bytes(plane: 0, rows: rows))
    }

    @Test(arguments: OysterTravelStatus.allCases)
    func `each status looks different from idle`(status: OysterTravelStatus) {
        let card = card()
        let idle = card.frame(content(status: .idle)).bytes(plane: 0)
        #expect((card.frame(content(status: status)).bytes(plane: 0) == idle) == (status == .idle))
    }

    @Test func `a frame of the test card is never dark`() {
        for size in [FrameSize.landscape, .portrait] {
            let luma = card(size).frame(content()).bytes(plane: 0)
            #expect(luma.reduce(0) { $0 + Int($1) } / luma.count > 50)
        }
    }

    @Test func `the strip holds the frame's content`() {
        var pose = CardPose()
        let command = OysterAdventureCommand(translation: .right, rotation: .mouseRight)
        pose.advance(command)
        let frame = card(.portrait).frame(
            content(
                77,
                time: .milliseconds(12_345),
                pose: pose,
                command: StreamCommand(command: command, sequence: 5, time: .zero)
            )
        )
        #expect(
            BlockStrip.decode(from: frame)
                == StripContent(
                    frameNumber: 77,
                    tenths: 123,
                    x: UInt16(pose.x),
                    y: UInt16(pose.y),
                    heading: UInt16(pose.heading),
                    commandSequence: 5
                )
        )
        #expect(frame.presentationTime == .milliseconds(12_345))
    }

    @Test(arguments: [
        ("1:100000", "x"), ("100000:1", "x"), ("4:1", ""), ("1:4", "🦪 über alles"),
        ("1:1", String(repeating: "long", count: 100)),
    ])
    func `any size and any travel id can be painted`(ratio: String, travelId: String) throws {
        let card = card(try #require(FrameSize(aspectRatio: ratio)), travelId: travelId)
        var pose = CardPose()
        for interaction in OysterAdventureCommand.Interaction.allCases {
            pose.trigger(interaction)
            for rotation in OysterAdventureCommand.Rotation.allCases {
                pose.advance(OysterAdventureCommand(translation: .backLeft, rotation: rotation))
            }
            let frame = card.frame(content(.max, time: .seconds(Int64.max), pose: pose))
            #expect(frame.bytes(plane: 2).count == frame.width * frame.height / 4)
        }
    }
}

@Suite struct CardPoseTests {
    private func after(
        _ frames: Int,
        _ command: OysterAdventureCommand,
        from pose: CardPose = CardPose()
    ) -> CardPose {
        var pose = pose
        for _ in 0..<frames { pose.advance(command) }
        return pose
    }

    @Test(arguments: OysterAdventureCommand.Translation.allCases)
    func `translation moves the pearl in its direction`(
        translation: OysterAdventureCommand.Translation
    ) {
        let start = CardPose()
        let pose = after(3, OysterAdventureCommand(translation: translation))
        let expected: (Int, Int) =
            switch translation {
            case .none: (0, 0)
            case .front: (0, 1)
            case .back: (0, -1)
            case .left: (-1, 0)
            case .right: (1, 0)
            case .frontLeft: (-1, 1)
            case .frontRight: (1, 1)
            case .backLeft: (-1, -1)
            case .backRight: (1, -1)
            }
        #expect(((pose.x - start.x).signum(), (pose.y - start.y).signum()) == expected)
        #expect(pose.heading == start.heading)
    }

    @Test func `rotation turns and tilts the view, which then returns to level`() {
        let right = after(20, OysterAdventureCommand(rotation: .mouseRight))
        #expect(right.heading > 0 && right.roll > 0)
        let left = after(20, OysterAdventureCommand(rotation: .mouseLeft))
        #expect(left.heading > CardPose.range / 2 && left.roll < 0)
        #expect(after(20, OysterAdventureCommand(rotation: .mouseUp)).pitch > 0)
        #expect(after(20, OysterAdventureCommand(rotation: .mouseDown)).pitch < 0)
        #expect(after(20, OysterAdventureCommand(), from: right).roll == 0)
    }

    @Test func `position and heading stay in range however long a command lasts`() {
        for translation in OysterAdventureCommand.Translation.allCases {
            for rotation in OysterAdventureCommand.Rotation.allCases {
                let command = OysterAdventureCommand(translation: translation, rotation: rotation)
                let pose = after(500, command)
                #expect((0..<CardPose.range).contains(pose.x))
                #expect((0..<CardPose.range).contains(pose.y))
                #expect((0..<CardPose.range).contains(pose.heading))
                #expect((-512...512).contains(pose.pitch))
            }
        }
    }

    @Test func `an interaction is shown for a while, and a command without one does not hide it`() {
        var pose = CardPose()
        pose.trigger(.attack)
        pose.trigger(.none)
        #expect(pose.interaction == .attack)
        pose = after(CardPose.flashFrames, OysterAdventureCommand(), from: pose)
        #expect(pose.interaction == .attack)
        pose = after(1, OysterAdventureCommand(), from: pose)
        #expect(pose.interaction == .none)
    }
}
