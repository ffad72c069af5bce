// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream
import HappyOysterTestSupport
import HappyOysterWorld
import Testing

/// Adapters that break the contract must not crash the process.
@Suite(.blocking) struct MisbehavingAdapterTests {
    private let streams = StreamEngines(loopback: LoopbackStreamEngine(), log: LogHub())

    private func join(_ scenario: String, _ sink: AdapterRecordingSink) throws
        -> any StreamConnection
    {
        let build = try AdapterBuild()
        let engine = try streams.adapter(build.path)
        return try engine.join(
            StreamJoin(
                rtcConfig: ["scenario": .string(scenario)],
                travelId: "travel-1",
                mode: .adventure,
                aspectRatio: nil,
                timeout: .seconds(1)
            ),
            sink: sink
        )
    }

    @Test func `frames that break the contract are released at once and not delivered`() throws {
        let sink = AdapterRecordingSink()
        let connection = try join("bad-frames", sink)
        #expect(sink.heard("info: bad 18"))
        #expect(sink.heard("info: released 18"))
        #expect(blockUntil { sink.frames.count == 5 })
        #expect(sink.frames.entries.allSatisfy { $0.width == 32 && $0.height == 16 })
        connection.leave()
        #expect(sink.heard("closed"))
    }

    @Test func `unknown states and levels and invalid UTF-8 of an adapter do no harm`() throws {
        let sink = AdapterRecordingSink()
        let connection = try join("words", sink)
        #expect(blockUntil { sink.words.entries.count { $0.hasPrefix("failed") } == 2 })
        connection.leave()
        #expect(sink.heard("closed"))
        let words = sink.words.entries
        #expect(words.count { $0 == "first frame" } == 1)
        #expect(words.contains("info: level 0"))
        #expect(words.contains("info: level max"))
        #expect(words.contains("failed "))
        #expect(!words.contains("playing"))
    }

    @Test func `calls of a sink after closed have no effect`() throws {
        let sink = AdapterRecordingSink()
        let connection = try join("after-closed", sink)
        #expect(sink.heard("connected"))
        connection.leave()
        #expect(sink.heard("closed"))
        // Another stream of the same engine plays meanwhile and is not affected.
        let second = AdapterRecordingSink()
        let next = try join("good", second)
        #expect(second.heard("info: shown"))
        next.leave()
        #expect(second.heard("closed"))
        #expect(sink.words.entries.last == "closed")
        #expect(sink.words.entries.count { $0 == "closed" } == 1)
        #expect(!second.words.entries.contains("error: late"))
    }

    /// Such a stream may have freed its memory: its functions must not be called any more.
    @Test func `no function is called on a stream that closed on its own`() throws {
        let sink = AdapterRecordingSink()
        let connection = try join("early", sink)
        #expect(sink.heard("closed"))
        let command = StreamCommand(command: OysterAdventureCommand(), sequence: 1, time: .zero)
        #expect(!connection.send(command))
        connection.setLocalAudio(true)
        #expect(connection.statistics() == nil)
        connection.leave()
    }

    @Test func `a stream whose pointer is NULL works`() throws {
        let sink = AdapterRecordingSink()
        let connection = try join("null", sink)
        let command = StreamCommand(command: OysterAdventureCommand(), sequence: 1, time: .zero)
        #expect(!connection.send(command))
        connection.setLocalAudio(true)
        #expect(connection.statistics() == nil)
        connection.leave()
        #expect(sink.words.entries == ["connecting"])
    }

    /// More joins than the number of closed sinks whose structs are kept.
    @Test func `thousands of refused joins are each reported and leave nothing behind`() throws {
        let build = try AdapterBuild()
        let engine = try streams.adapter(build.path)
        let request = StreamJoin(
            rtcConfig: ["scenario": "refuse loud"],
            travelId: "travel-1",
            mode: .adventure,
            aspectRatio: nil,
            timeout: .seconds(1)
        )
        for _ in 0..<3000 {
            #expect(throws: OysterSDKError.self) {
                try engine.join(request, sink: AdapterRecordingSink())
            }
        }
    }
}
