// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterTestSupport
import Testing

@Suite(.blocking) struct LoopbackStreamEngineTests {
    private let thread = MediaThread()

    private func engine(_ options: LoopbackOptions = LoopbackOptions()) -> LoopbackStreamEngine {
        LoopbackStreamEngine(options: options, thread: thread)
    }

    private func command(_ sequence: UInt64, _ command: OysterAdventureCommand) -> StreamCommand {
        StreamCommand(command: command, sequence: sequence, time: .microseconds(sequence * 1_000))
    }

    @Test func `a stream connects, plays and, when left, closes`() async throws {
        let sink = RecordingSink()
        let stream = try engine().join(joinRequest(), sink: sink)
        #expect(await eventually { sink.frameTimes.count >= 3 })
        stream.leave()
        #expect(await eventually { sink.events.last == .closed })
        #expect(
            sink.story == [
                .state(.connecting), .state(.connected), .state(.playing), .firstFrame,
                .state(.disconnected), .closed,
            ]
        )
        #expect(sink.events.firstIndex(of: .frame).map { $0 > 3 } == true)
        #expect(!sink.logs.isEmpty)
    }

    @Test func `the loopback suits every rtcConfig and is named loopback`() {
        #expect(engine().name == "loopback")
        #expect(engine().suits(rtcConfig: nil))
        #expect(engine().suits(rtcConfig: ["appId": "x"]))
    }

    @Test(arguments: [
        (LoopbackOptions.Outcome.neverJoins, [RecordingSink.Event.state(.connecting)]),
        (.neverPlays, [.state(.connecting), .state(.connected)]),
        (.failsToJoin, [.state(.connecting), .failed]),
    ])
    func `a stream with a configured failure stops at that step and can be left`(
        outcome: LoopbackOptions.Outcome,
        story: [RecordingSink.Event]
    ) async throws {
        let sink = RecordingSink()
        let stream = try engine(LoopbackOptions(outcome: outcome)).join(joinRequest(), sink: sink)
        #expect(await eventually { sink.events == story })
        #expect(!stream.send(command(1, OysterAdventureCommand())))
        stream.leave()
        #expect(await eventually { sink.events == story + [.state(.disconnected), .closed] })
    }

    @Test(
        arguments: [
            (OysterModeValue.adventure, "9:16", 864, 480),
            (.directing, nil, 864, 480),
            (.acting, "9:16", 480, 864),
            (.acting, "16:9", 864, 480),
            (.acting, nil, 480, 864),
            (.acting, "nonsense", 480, 864),
        ] as [(OysterModeValue, String?, Int, Int)]
    )
    func `frames have the size of the mode and ratio`(
        mode: OysterModeValue,
        ratio: String?,
        width: Int,
        height: Int
    ) async throws {
        let sink = RecordingSink()
        let stream = try engine().join(joinRequest(mode: mode, aspectRatio: ratio), sink: sink)
        #expect(await eventually { sink.opening != nil })
        stream.leave()
        let frame = try #require(sink.opening)
        #expect((frame.width, frame.height) == (width, height))
        #expect(frame.format == .i420)
        #expect(BlockStrip.decode(from: frame)?.frameNumber == 1)
    }

    @Test func `no frame is drawn while the host wants none`() async throws {
        let sink = RecordingSink(wantsFrames: false)
        let stream = try engine().join(joinRequest(), sink: sink)
        #expect(await eventually { stream.statistics()?["framesSkipped"]?.integerValue ?? 0 >= 3 })
        #expect(stream.statistics()?["framesProduced"] == 0)
        #expect(sink.frames.isEmpty)
        #expect(sink.story.last == .firstFrame)
        sink.want(true)
        #expect(await eventually { !sink.frames.isEmpty })
        let first = sink.opening.flatMap(BlockStrip.decode)
        #expect(first.map { $0.frameNumber > 3 } == true)
        stream.leave()
    }

    @Test func `commands are recorded, and the frame shows the newest`() async throws {
        let sink = RecordingSink()
        let stream = try engine().join(joinRequest(), sink: sink)
        #expect(await eventually { !sink.frames.isEmpty })
        let sent = OysterAdventureCommand(
            translation: .frontLeft,
            rotation: .mouseUpRight,
            interaction: .jump
        )
        #expect(stream.send(command(7, sent)))
        #expect(
            await eventually {
                sink.frames.last.flatMap(BlockStrip.decode)?.commandSequence == 7
            }
        )
        let strip = sink.frames.last.flatMap(BlockStrip.decode)
        #expect(strip.map { $0.x < 2_048 && $0.heading > 0 } == true)
        let statistics = stream.statistics()
        #expect(statistics?["engine"] == "loopback")
        #expect(statistics?["commandsReceived"] == 1)
        #expect(
            statistics?["commands"] == [
                [
                    "translation": "frontLeft", "rotation": "mouseUpRight", "interaction": "jump",
                    "sequence": 7, "timeUs": 7_000,
                ]
            ]
        )
        stream.leave()
    }

    @Test func `a command's time out of range is clamped`() async throws {
        let sink = RecordingSink(wantsFrames: false)
        let stream = try engine().join(joinRequest(), sink: sink)
        #expect(await eventually { sink.story.last == .firstFrame })
        let times: [Duration] = [
            .seconds(9_223_372_036_854) + .microseconds(999_999), .seconds(Int64.max),
            .seconds(-9_223_372_036_854) - .microseconds(999_999), .seconds(Int64.min),
        ]
        for time in times {
            #expect(stream.send(StreamCommand(command: .init(), sequence: 1, time: time)))
        }
        let kept = stream.statistics()?["commands"]?.arrayValue ?? []
        let bounds = [Int64.max, .max, .min, .min].map { JSONValue.integer($0) }
        #expect(kept.map { $0["timeUs"] } == bounds)
        stream.leave()
    }

    @Test func `the last 64 commands are kept and all are counted`() async throws {
        let sink = RecordingSink(wantsFrames: false)
        let stream = try engine().join(joinRequest(), sink: sink)
        #expect(await eventually { sink.story.last == .firstFrame })
        for sequence in 1...100 as ClosedRange<UInt64> {
            #expect(stream.send(command(sequence, OysterAdventureCommand())))
        }
        let kept = stream.statistics()?["commands"]?.arrayValue
        #expect(stream.statistics()?["commandsReceived"] == 100)
        #expect(kept?.count == 64)
        #expect(kept?.first?["sequence"] == 37)
        #expect(kept?.last?["sequence"] == 100)
        stream.leave()
        #expect(!stream.send(command(101, OysterAdventureCommand())))
    }

    @Test func `every command has the spelling of the reference`() async throws {
        let sink = RecordingSink(wantsFrames: false)
        let stream = try engine().join(joinRequest(), sink: sink)
        #expect(await eventually { sink.story.last == .firstFrame })
        for value in OysterAdventureCommand.Translation.allCases {
            _ = stream.send(command(1, OysterAdventureCommand(translation: value)))
        }
        for value in OysterAdventureCommand.Rotation.allCases {
            _ = stream.send(command(1, OysterAdventureCommand(rotation: value)))
        }
        for value in OysterAdventureCommand.Interaction.allCases {
            _ = stream.send(command(1, OysterAdventureCommand(interaction: value)))
        }
        let kept = stream.statistics()?["commands"]?.arrayValue ?? []
        func words(_ key: String, _ range: Range<Int>) -> [String] {
            range.compactMap { kept.indices.contains($0) ? kept[$0][key]?.stringValue : nil }
        }
        #expect(
            words("translation", 0..<9)
                == "none front back left right frontLeft frontRight backLeft backRight".words
        )
        #expect(
            words("rotation", 9..<18)
                == """
                none mouseUp mouseDown mouseLeft mouseRight
                mouseUpLeft mouseUpRight mouseDownLeft mouseDownRight
                """.words
        )
        #expect(words("interaction", 18..<23) == "none jump attack crouch sprint".words)
        stream.leave()
    }
}

extension String {
    fileprivate var words: [String] { split(whereSeparator: \.isWhitespace).map(String.init) }
}
