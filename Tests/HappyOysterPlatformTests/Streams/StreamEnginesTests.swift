// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream
import HappyOysterTestSupport
import HappyOysterWorld
import Testing

/// Which engine brings the picture, and what is said when it is not the wanted one.
@Suite struct StreamEnginesTests {
    private let log = RecordingLog()

    private func engines(in folder: String?) -> StreamEngines {
        StreamEngines(loopback: LoopbackStreamEngine(), log: log, folder: folder)
    }

    /// An adapter under the name of the WebRTC engine, in its own folder.
    private func install(spoil: String? = nil) throws -> (build: AdapterBuild, folder: String) {
        let build = try AdapterBuild(spoil: spoil, name: StreamEngines.webrtcLibrary)
        return (build, String(build.path.dropLast(StreamEngines.webrtcLibrary.count + 1)))
    }

    @Test func `the engine beside the library is taken`() throws {
        let (build, folder) = try install()
        let streams = engines(in: folder)
        let config: JSONValue = ["scenario": "good"]
        #expect(try streams.engine(for: .webrtc, rtcConfig: config).name == "test")
        #expect(try streams.engine(for: .auto, rtcConfig: config).name == "test")
        #expect(log.messages.isEmpty)
        _ = build
    }

    @Test func `a channel that does not suit gets the test card and a warning`() throws {
        let (build, folder) = try install()
        let engine = try engines(in: folder).engine(for: .auto, rtcConfig: ["other": 1])
        #expect(engine.name == "loopback")
        #expect(
            log.messages == [
                "the WebRTC stream engine cannot join this channel: "
                    + "the picture is the loopback test card"
            ]
        )
        _ = build
    }

    @Test func `a missing part of the engine is named in the log each time, without folders`()
        throws
    {
        let (build, folder) = try install(
            spoil: "extern void oyster_missing(void); oyster_missing()"
        )
        let streams = engines(in: folder)
        for _ in 0..<2 {
            #expect(try streams.engine(for: .auto, rtcConfig: [:]).name == "loopback")
        }
        #expect(log.messages.count == 2)
        for message in log.messages {
            #expect(message.contains("undefined symbol: oyster_missing"))
            #expect(message.hasSuffix(": the picture is the loopback test card"))
            #expect(!message.contains("/"))
        }
        _ = build
    }

    @Test func `whoever asks for WebRTC is told why there is none`() throws {
        let (build, folder) = try install(
            spoil: "extern void oyster_missing(void); oyster_missing()"
        )
        #expect {
            try engines(in: folder).engine(for: .webrtc, rtcConfig: [:])
        } throws: {
            let error = $0 as? OysterSDKError
            return error?.code == OysterErrorCode.realtimeConnectFailed
                && error?.raw.message?.contains("undefined symbol: oyster_missing") == true
        }
        _ = build
    }
}
