// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream
import HappyOysterTestSupport
import HappyOysterWorld
import Testing

/// Requests of adapters through the library's HTTP client, their audio, and recordings.
@Suite(.blocking) struct AdapterSignallingTests {
    private let streams = StreamEngines(loopback: LoopbackStreamEngine(), log: LogHub())

    private func join(_ scenario: String, _ sink: AdapterRecordingSink, aloud: Bool = false) throws
        -> any StreamConnection
    {
        let build = try AdapterBuild()
        let engine = try streams.adapter(build.path)
        return try engine.join(
            StreamJoin(
                rtcConfig: ["scenario": .string(scenario)],
                travelId: "t",
                mode: .adventure,
                aspectRatio: nil,
                timeout: .seconds(1),
                playsAudio: aloud
            ),
            sink: sink
        )
    }

    private func leave(_ connection: any StreamConnection, _ sink: AdapterRecordingSink) {
        connection.leave()
        #expect(sink.heard("closed"))
    }

    @Test func `an adapter's request is copied, sent, and answered`() throws {
        let sink = AdapterRecordingSink { request, completion in
            let isOffer = request.method == .post
            completion(
                isOffer
                    ? .success(
                        HTTPResponse(
                            status: 201,
                            body: Array("v=1".utf8),
                            location: "https://oyster.invalid/session/1"
                        )
                    ) : .failure(.timedOut)
            )
        }
        let connection = try join("signal", sink)
        #expect(sink.heard("info: answer 201 'v=1' 3 https://oyster.invalid/session/1 -"))
        #expect(sink.heard("info: answer 0 '' 0 - no answer in time"))
        leave(connection, sink)
        let (offer, end) = (sink.requests.entries[0], sink.requests.entries[1])
        #expect(offer.method == .post)
        #expect(offer.url.text == "http://127.0.0.1:9/offer")
        #expect(offer.bearer == Secret("tok"))
        #expect(offer.contentType == "application/sdp")
        #expect(offer.body == Array("v=0".utf8))
        #expect(offer.timeout == .milliseconds(1500))
        #expect(end.method == .delete)
        #expect(end.url.text == "https://oyster.invalid/offer?x=1")
        #expect(end.bearer == nil && end.contentType == nil && end.body == nil)
        #expect(sink.heard("info: unknown 109012"))
    }

    @Test func `a malformed request is refused with 109002 and not sent`() throws {
        let sink = AdapterRecordingSink()
        let connection = try join("garble", sink)
        #expect(sink.heard("info: asked badly 32"))
        #expect(sink.heard("info: refused 32"))
        #expect(sink.heard("info: no sink 109001"))
        leave(connection, sink)
        #expect(sink.requests.count == 0)
    }

    /// The adapter may have freed the owner of the request by then.
    @Test func `an answer that arrives after closed is not passed to the adapter`() throws {
        let completions = Recorder<@Sendable (Result<HTTPResponse, HTTPFailure>) -> Void>()
        let sink = AdapterRecordingSink { _, completion in completions.add(completion) }
        let connection = try join("signal", sink)
        #expect(completions.wait(for: 2))
        leave(connection, sink)
        for completion in completions.entries { completion(.failure(.timedOut)) }
        #expect(!sink.words.entries.contains { $0.contains("answer") })
    }

    @Test func `an adapter's audio arrives unchanged`() throws {
        let sink = AdapterRecordingSink()
        let connection = try join("audio", sink, aloud: true)
        #expect(sink.audio.wait(for: 3))
        leave(connection, sink)
        let chunks = sink.audio.entries
        #expect(chunks.map(\.sampleRate) == [48_000, 8000, 192_000])
        #expect(chunks.map(\.channels) == [2, 1, 8])
        #expect(chunks.map(\.frameCount) == [4, 8, 1])
        let samples: [Int16] = [1, -1, 2, -2, 3, -3, 32_767, -32_768]
        #expect(chunks.allSatisfy { $0.samples == samples })
        #expect(chunks[0].presentationTime == .microseconds(7000))
        #expect(sink.words.entries.contains("info: join t 1 - 1000 aloud"))
    }

    @Test func `audio that breaks the contract is ignored`() throws {
        let sink = AdapterRecordingSink()
        let connection = try join("noise", sink)
        #expect(sink.heard("info: noise over"))
        leave(connection, sink)
        #expect(sink.audio.count == 0)
    }

    @Test func `a recording starts and stops, and an adapter may refuse it`() throws {
        let sink = AdapterRecordingSink()
        let connection = try join("good", sink)
        try connection.record(to: "/tmp/a.webm")
        try connection.record(to: nil)
        #expect(sink.heard("info: record /tmp/a.webm"))
        #expect(sink.heard("info: record -"))
        leave(connection, sink)
        let deaf = AdapterRecordingSink()
        let refusing = try join("deaf", deaf)
        #expect {
            try refusing.record(to: "a.webm")
        } throws: {
            let error = $0 as? OysterSDKError
            return error?.code == OysterErrorCode.unsupported
                && error?.diagnostics.message
                    == "the stream engine refused to record with code 109011"
        }
        leave(refusing, deaf)
    }

    /// The table ends at the end of a mapped page, so that reading behind it crashes.
    @Test(arguments: [4, 40, 47])
    func `an adapter whose table ends before its required functions is refused with 105001`(
        size: Int
    ) throws {
        let build = try AdapterBuild(spoil: "return cut(\(size))")
        #expect {
            try streams.adapter(build.path)
        } throws: {
            ($0 as? OysterSDKError)?.code == OysterErrorCode.realtimeConnectFailed
        }
    }
}
