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
        _ sink: AdapterRecordingSink,
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

    @Test func `an adapter's stream plays, receives commands, and leaves`() throws {
        let sink = AdapterRecordingSink()
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

    @Test func `frames that the host does not keep are released at once`() throws {
        let sink = AdapterRecordingSink(keepsFrames: false)
        let connection = try join("good", sink)
        #expect(sink.heard("info: shown"))
        connection.leave()
        #expect(sink.heard("info: frames released 5"))
        #expect(sink.heard("closed"))
    }

    @Test func `one adapter joins many times`() throws {
        let engine = try engine(AdapterBuild())
        #expect(engine.name == "test")
        let sinks = (0..<20).map { _ in AdapterRecordingSink() }
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

    @Test func `an adapter is asked which rtcConfig suits it`() throws {
        let engine = try engine(AdapterBuild())
        #expect(engine.suits(rtcConfig: ["scenario": 1]))
        #expect(!engine.suits(rtcConfig: ["other": 1]))
    }

    @Test(arguments: [
        "table.abi = 2", "table.abi = 0", "table.size = 8", "table.size = 0",
        "table.join = NULL", "table.leave = NULL", "table.name = NULL",
        #"table.name = "\xff""#, "return NULL",
    ])
    func `an adapter whose table breaks the contract is refused`(spoil: String) throws {
        #expect(try refusal(spoil)?.code == OysterErrorCode.realtimeConnectFailed)
    }

    @Test
    func
        `a shared object without the entry function, and a file that cannot be loaded, are refused`()
        throws
    {
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
    func `a configuration whose path names no adapter is refused with 100002`(
        path: String,
        text: String
    )
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

    @Test func `a configuration whose shared object has no entry function is refused`() throws {
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

    @Test(arguments: [
        ("table.join = NULL", "the stream engine has no join"),
        ("table.leave = NULL", "the stream engine has no leave"),
        ("table.name = NULL", "the stream engine has no name"),
        (#"table.name = "\xff""#, "the name of the stream engine is not valid UTF-8"),
        ("table.abi = 2", "the stream engine has another version of the contract"),
        ("return NULL", "the stream engine has another version of the contract"),
        (
            "static char name[16]; pthread_getname_np(pthread_self(), name, 16); "
                + #"if (!strcmp(name, "oyster-adapter")) table.join = NULL"#,
            "the stream engine has no join"
        ),
    ])
    func `a configuration whose adapter breaks the contract is refused with 100002`(
        spoil: String,
        text: String
    ) throws {
        let build = try AdapterBuild(spoil: spoil)
        let error = #expect(throws: OysterSDKError.self) {
            try streams.check(.adapter(path: build.path))
        }
        #expect(error?.code == OysterErrorCode.invalidConfig)
        #expect(error?.message.hasSuffix(": stream_engine: \(text).") == true)
    }

    @Test func `an adapter stays loaded after the check when its file is deleted`() throws {
        let build = try AdapterBuild()
        try streams.check(.adapter(path: build.path))
        unlink(build.path)
        try streams.check(.adapter(path: build.path))
        #expect(try streams.adapter(build.path).name == "test")
    }

    @Test func `an adapter may leave out the optional functions`() throws {
        let build = try AdapterBuild(
            spoil: "table.send_command = NULL; table.set_local_audio = NULL; "
                + "table.stats = NULL; table.supports = NULL; table.prepare = NULL; table.size = 4096"
        )
        let engine = try engine(build)
        #expect(engine.suits(rtcConfig: ["other": 1]))
        let sink = AdapterRecordingSink()
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

    /// A table of an older `stream_engine.h` ends after any function; what follows is unreadable.
    @Test(arguments: [
        "offsetof(oyster_stream_engine, send_command)", "offsetof(oyster_stream_engine, record)",
        "offsetof(oyster_stream_engine, prepare) + 4", "offsetof(oyster_stream_engine, prepare)",
    ])
    func `an adapter of an older header loads, and its missing functions count as left out`(
        size: String
    ) throws {
        let build = try AdapterBuild(spoil: "return cut(\(size))")
        try streams.check(.adapter(path: build.path))
        let engine = try engine(build)
        try engine.prepare(playsAudio: false)
        let sink = AdapterRecordingSink()
        let connection = try engine.join(
            StreamJoin(
                rtcConfig: ["scenario": "good"],
                travelId: "t",
                mode: .adventure,
                aspectRatio: nil,
                timeout: .seconds(1)
            ),
            sink: sink
        )
        if !size.contains("prepare") {
            #expect {
                try connection.record(to: "/tmp/none.webm")
            } throws: {
                ($0 as? OysterSDKError)?.code == OysterErrorCode.unsupported
            }
        }
        if size.contains("send_command") {
            let command = StreamCommand(command: OysterAdventureCommand(), sequence: 1, time: .zero)
            #expect(!connection.send(command))
            connection.setLocalAudio(true)
            #expect(connection.statistics() == nil)
        }
        connection.leave()
        #expect(sink.heard("closed"))
    }

    @Test func `a table that ends before its required functions is refused with its size`() throws {
        let build = try AdapterBuild(spoil: "return cut(offsetof(oyster_stream_engine, leave))")
        let error = #expect(throws: OysterSDKError.self) {
            try streams.check(.adapter(path: build.path))
        }
        #expect(
            error?.message.contains("has 40 bytes, and its functions up to leave need 48") == true
        )
    }

    @Test(arguments: ["refuse", "refuse loud"])
    func `a join that the adapter refuses is 105001`(scenario: String) throws {
        let sink = AdapterRecordingSink()
        #expect {
            try join(scenario, sink)
        } throws: {
            ($0 as? OysterSDKError)?.code == OysterErrorCode.realtimeConnectFailed
        }
    }

    @Test(arguments: ["liar", "full", "nonsense"])
    func `statistics that are no JSON object are left out`(scenario: String) throws {
        let sink = AdapterRecordingSink()
        let connection = try join(scenario, sink)
        #expect(connection.statistics() == nil)
        connection.leave()
        #expect(sink.heard("closed"))
        #expect(connection.statistics() == nil)
    }

    @Test func `sending on a channel that is not ready returns false`() throws {
        let sink = AdapterRecordingSink()
        let connection = try join("deaf", sink)
        let command = StreamCommand(command: OysterAdventureCommand(), sequence: 1, time: .zero)
        #expect(!connection.send(command))
        connection.leave()
        #expect(sink.heard("closed"))
    }
}
