// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream
import HappyOysterTestSupport
import HappyOysterWorld
import Testing

@Suite(.blocking) struct AdapterTests {
    private let streams = StreamEngines(loopback: LoopbackStreamEngine(), log: LogHub())

    private func engine(_ build: AdapterBuild) throws -> any StreamEngine {
        try streams.adapter(build.path)
    }

    private func join(
        _ scenario: String,
        _ sink: RecordingSink,
        aspectRatio: String? = nil
    ) throws -> any StreamConnection {
        let request = StreamJoin(
            rtcConfig: ["scenario": .string(scenario)],
            travelId: "travel-1",
            mode: .directing,
            aspectRatio: aspectRatio,
            timeout: .milliseconds(1500)
        )
        return try engine(AdapterBuild()).join(request, sink: sink)
    }

    private func refusal(_ spoil: String?, options: String = "") throws -> OysterSDKError? {
        let build = try AdapterBuild(spoil: spoil, options: options)
        return streams.prepared(build.path).failure
    }

    @Test func `a stream plays, hears commands, and leaves`() throws {
        let sink = RecordingSink()
        let connection = try join("good", sink, aspectRatio: "16:9")
        #expect(sink.heard("info: shown"))
        let command = OysterAdventureCommand(
            translation: .frontLeft,
            rotation: .mouseUp,
            interaction: .jump
        )
        #expect(connection.send(StreamCommand(command: command, sequence: 7, time: .zero)))
        connection.setLocalAudio(false)
        #expect(connection.statistics() == ["bitrate": 42])
        connection.leave()
        connection.leave()
        #expect(sink.heard("closed"))
        #expect(
            sink.words.entries == [
                "connecting", "info: join travel-1 2 16:9 1500", "connected", "first frame",
                "playing", "info: shown", "info: command 5 1 1 7", "info: audio 0",
                "info: frames released 0", "closed",
            ]
        )
        let frame = try #require(sink.frames.entries.first)
        #expect(sink.frames.count == 5)
        #expect((frame.width, frame.height, frame.format) == (32, 16, .i420))
        #expect(frame.bytes(plane: 2) == [UInt8](repeating: 100, count: 128))
        #expect(sink.frames.entries.last?.presentationTime == .milliseconds(168))
    }

    @Test func `frames that nobody keeps are given back at once`() throws {
        let sink = RecordingSink(keepsFrames: false)
        let connection = try join("good", sink)
        #expect(sink.heard("info: shown"))
        connection.leave()
        #expect(sink.heard("info: frames released 5"))
        #expect(sink.heard("closed"))
    }

    @Test func `one engine joins many times`() throws {
        let engine = try engine(AdapterBuild())
        #expect(engine.name == "test")
        let sinks = (0..<20).map { _ in RecordingSink() }
        let connections = try sinks.map { sink in
            try engine.join(
                StreamJoin(
                    rtcConfig: ["scenario": "good"],
                    travelId: "t",
                    mode: .acting,
                    aspectRatio: nil,
                    timeout: .seconds(1)
                ),
                sink: sink
            )
        }
        for connection in connections { connection.leave() }
        for sink in sinks { #expect(sink.heard("closed")) }
    }

    @Test func `it says what it suits`() throws {
        let engine = try engine(AdapterBuild())
        #expect(engine.suits(rtcConfig: ["scenario": 1]))
        #expect(!engine.suits(rtcConfig: ["other": 1]))
    }

    @Test(arguments: [
        "table.abi = 2", "table.abi = 0", "table.size = 8", "table.size = 0",
        "table.join = NULL", "table.leave = NULL", "table.name = NULL",
        #"table.name = "\xff""#, "return NULL",
    ])
    func `a table that breaks the contract is refused`(spoil: String) throws {
        #expect(try refusal(spoil)?.code == OysterErrorCode.realtimeConnectFailed)
    }

    @Test func `an object without the entry or without sense is refused`() throws {
        #expect(try refusal(nil, options: "-DNO_ENTRY")?.code == 105_001)
        for path in ["/nonexistent.so", "/etc/passwd", "/tmp"] {
            #expect(throws: OysterSDKError.self) {
                try streams.adapter(path)
            }
        }
    }

    @Test(arguments: [
        ("/nonexistent.so", "nonexistent.so: cannot open shared object file"),
        ("/etc/passwd", "passwd: "), ("/tmp", "tmp: "),
    ])
    func `a configuration with a path that is no adapter is refused`(path: String, text: String)
        throws
    {
        #expect {
            try streams.check(.adapter(path: path))
        } throws: {
            let error = $0 as? OysterSDKError
            return error?.code == OysterErrorCode.invalidConfig
                && error?.message.contains(": stream_engine: ") == true
                && error?.message.contains(text) == true
        }
    }

    @Test func `a configuration with an object without the entry is refused`() throws {
        let build = try AdapterBuild(options: "-DNO_ENTRY")
        #expect {
            try streams.check(.adapter(path: build.path))
        } throws: {
            let error = $0 as? OysterSDKError
            return error?.code == OysterErrorCode.invalidConfig
                && error?.message.hasSuffix(
                    "adapter.so does not export oyster_stream_engine_entry."
                ) == true
        }
    }

    @Test func `an adapter that was checked is loaded, and needs its file no more`() throws {
        let build = try AdapterBuild()
        try streams.check(.adapter(path: build.path))
        unlink(build.path)
        try streams.check(.adapter(path: build.path))
        #expect(try streams.adapter(build.path).name == "test")
    }

    @Test func `what an engine need not support may be missing`() throws {
        let build = try AdapterBuild(
            spoil: "table.send_command = NULL; table.set_local_audio = NULL; "
                + "table.stats = NULL; table.supports = NULL; table.prepare = NULL; table.size = 4096"
        )
        let engine = try engine(build)
        #expect(engine.suits(rtcConfig: ["other": 1]))
        let sink = RecordingSink()
        let request = StreamJoin(
            rtcConfig: ["scenario": "good"],
            travelId: "t",
            mode: .adventure,
            aspectRatio: nil,
            timeout: .seconds(1)
        )
        let connection = try engine.join(request, sink: sink)
        let command = StreamCommand(command: OysterAdventureCommand(), sequence: 1, time: .zero)
        #expect(!connection.send(command))
        connection.setLocalAudio(true)
        #expect(connection.statistics() == nil)
        connection.leave()
        #expect(sink.heard("closed"))
    }

    @Test(arguments: ["refuse", "refuse loud"])
    func `a refused join is an error with the code for connecting`(scenario: String) throws {
        let sink = RecordingSink()
        #expect {
            try join(scenario, sink)
        } throws: {
            ($0 as? OysterSDKError)?.code == OysterErrorCode.realtimeConnectFailed
        }
    }

    @Test(arguments: ["liar", "full", "nonsense"])
    func `figures that are none are left out`(scenario: String) throws {
        let sink = RecordingSink()
        let connection = try join(scenario, sink)
        #expect(connection.statistics() == nil)
        connection.leave()
        #expect(sink.heard("closed"))
        #expect(connection.statistics() == nil)
    }

    @Test func `a channel that is not ready is told`() throws {
        let sink = RecordingSink()
        let connection = try join("deaf", sink)
        let command = StreamCommand(command: OysterAdventureCommand(), sequence: 1, time: .zero)
        #expect(!connection.send(command))
        connection.leave()
        #expect(sink.heard("closed"))
    }
}
