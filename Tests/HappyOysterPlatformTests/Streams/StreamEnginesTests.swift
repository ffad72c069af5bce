// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream
import HappyOysterTestSupport
import HappyOysterWorld
import Testing

/// Which stream engine a travel gets, and the warning when it is not the wanted one.
@Suite(.blocking) struct StreamEnginesTests {
    private let log = RecordingLog()

    private static let missing = "extern void oyster_missing(void); oyster_missing()"
    private static let lacks =
        #"table.prepare = lacking; lack = "GStreamer lacks nicesrc (Debian package x)""#

    private func engines(in folder: String?) -> StreamEngines {
        StreamEngines(loopback: LoopbackStreamEngine(), log: log, folder: folder)
    }

    /// An adapter with the file name of the WebRTC stream engine, in a directory of its own.
    private func install(spoil: String? = nil) throws -> (build: AdapterBuild, folder: String) {
        let build = try AdapterBuild(spoil: spoil, name: StreamEngines.webrtcLibrary)
        return (build, String(build.path.dropLast(StreamEngines.webrtcLibrary.count + 1)))
    }

    @Test(arguments: ["webrtc", "auto"], ["127.0.0.1:1", "service.example.test"])
    func `the WebRTC stream engine beside the library is used`(choice: String, host: String) throws
    {
        let (build, folder) = try install()
        let selection = try engines(in: folder).prepared(choice, host: host).get()
        let (engine, warning) = try selection.engine(for: ["scenario": "good"])
        #expect(engine.name == "test")
        #expect(warning == nil)
        #expect(log.messages.isEmpty)
        _ = build
    }

    @Test
    func `with a loopback service a channel that does not suit gets the test card and a warning`()
        throws
    {
        let (build, folder) = try install()
        let selection = try engines(in: folder).prepared("auto").get()
        let (engine, warning) = try selection.engine(for: ["other": 1])
        #expect(engine.name == "loopback")
        #expect(
            warning == "the stream engine test cannot join this channel: "
                + "the video is the loopback test card"
        )
        _ = build
    }

    @Test func `with a real service a channel that does not suit is 105001`() throws {
        let (build, folder) = try install()
        let selection = try engines(in: folder).prepared("auto", host: "service.example.test").get()
        #expect {
            try selection.engine(for: ["other": 1])
        } throws: {
            let error = $0 as? OysterSDKError
            return error?.code == OysterErrorCode.realtimeConnectFailed
                && error?.diagnostics.message == "the stream engine test cannot join this channel"
        }
        _ = build
    }

    @Test(arguments: [
        (missing, "undefined symbol: oyster_missing"),
        (lacks, "the stream engine test cannot run: GStreamer lacks nicesrc (Debian package x)"),
        ("return NULL", "the stream engine has another version of the contract"),
    ])
    func `auto falls back to the test card with a loopback service only, and gives the reason`(
        spoil: String,
        reason: String
    ) throws {
        let (build, folder) = try install(spoil: spoil)
        let streams = engines(in: folder)
        for host in ["127.0.0.1:1", "http://localhost:1", "[::1]"] {
            let selection = try streams.prepared("auto", host: host).get()
            let (engine, warning) = try selection.engine(for: ["scenario": "good"])
            #expect(engine.name == "loopback")
            #expect(warning?.contains(reason) == true)
            #expect(warning?.hasSuffix(": the video is the loopback test card") == true)
            #expect(warning?.contains("/") == false)
        }
        for choice in ["auto", "webrtc"] {
            let error = try #require(
                streams.prepared(choice, host: "service.example.test").failure
            )
            #expect(error.code == OysterErrorCode.realtimeConnectFailed)
            #expect(error.message.contains(reason))
        }
        _ = build
    }

    @Test func `a missing file is named in the loader's error`() throws {
        guard dlopen(StreamEngines.webrtcLibrary, RTLD_LAZY) == nil else { return }
        let result = engines(in: "/nonexistent").prepared("auto", host: "service.example.test")
        let error = try #require(result.failure)
        #expect(error.message.contains("\(StreamEngines.webrtcLibrary): cannot open shared object"))
    }

    @Test func `the choice webrtc never gets the test card`() throws {
        let (build, folder) = try install(spoil: StreamEnginesTests.missing)
        let error = try #require(engines(in: folder).prepared("webrtc").failure)
        #expect(error.code == OysterErrorCode.realtimeConnectFailed)
        #expect(error.diagnostics.message?.contains("undefined symbol: oyster_missing") == true)
        _ = build
    }

    @Test func `the choice loopback works with any service`() throws {
        let selection = try engines(in: nil).prepared("loopback", host: "service.example.test")
            .get()
        #expect(try selection.engine(for: [:]).engine.name == "loopback")
    }

    @Test func `an adapter whose prepare failed is prepared again for the next travel`() throws {
        let (build, folder) = try install(
            spoil: #"table.prepare = lacking_once; lack = "a codec""#
        )
        let streams = engines(in: folder)
        let error = try #require(streams.prepared("webrtc").failure)
        #expect(error.diagnostics.message == "the stream engine test cannot run: a codec")
        #expect(try streams.prepared("webrtc").get().engine(for: [:]).engine.name == "test")
        _ = build
    }

    @Test func `an adapter that gives no reason is reported with its name and code`() throws {
        let (build, folder) = try install(spoil: #"table.prepare = lacking; lack = """#)
        let error = try #require(engines(in: folder).prepared("webrtc").failure)
        let reason = "the stream engine test cannot run: it gives no reason (105001)"
        #expect(error.diagnostics.message == reason)
        _ = build
    }

    @Test(arguments: [(false, "0"), (true, "1")])
    func `prepare gets whether the travel plays audio`(playsAudio: Bool, text: String) throws {
        let (build, folder) = try install(spoil: "table.prepare = echoing_needs")
        let result = engines(in: folder).prepared("webrtc", playsAudio: playsAudio)
        let error = try #require(result.failure)
        #expect(
            error.diagnostics.message
                == "the stream engine test cannot run: play_audio \(text) size 8"
        )
        _ = build
    }

    /// Never on the caller's thread, which is the event loop.
    @Test(arguments: [
        "static char name[16]; pthread_getname_np(pthread_self(), name, 16); lack = name; "
            + "table.prepare = lacking",
        "table.prepare = naming_thread",
    ])
    func `the entry function and prepare run on a thread named oyster-adapter`(spoil: String) throws
    {
        let (build, folder) = try install(spoil: spoil)
        let error = try #require(engines(in: folder).prepared("webrtc").failure)
        #expect(error.diagnostics.message == "the stream engine test cannot run: oyster-adapter")
        _ = build
    }

    /// A vendor's library may take seconds to load; other stream engines are not delayed.
    @Test func `an adapter that takes long to load delays only its own travels`() throws {
        let (slow, slowFolder) = try install(spoil: "table.prepare = waiting")
        let (quick, quickFolder) = try install()
        let streams = engines(in: slowFolder)
        let results = Recorder<String>()
        for _ in 0..<2 {
            streams.prepare(try RuntimeConfig.sample("webrtc")) { result in
                results.add(result.failure?.message ?? "ready")
            }
        }
        #expect(results.count == 0)
        let other = try engines(in: quickFolder).prepared("webrtc").get()
        #expect(try other.engine(for: [:]).engine.name == "test")
        #expect(results.count == 0)
        // The engine waits for this file, one travel after the other.
        let gate = "\(slow.path).go"
        fclose(fopen(gate, "w"))
        #expect(blockUntil { results.count == 2 })
        #expect(results.entries == ["ready", "ready"])
        unlink(gate)
        _ = (slow, quick)
    }
}
