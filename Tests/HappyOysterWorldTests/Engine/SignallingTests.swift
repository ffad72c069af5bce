// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// Signalling requests of a stream engine, with the travel's configuration.
@Suite struct SignallingTests {
    private typealias Outcomes = Recorder<Result<HTTPResponse, HTTPFailure>>

    private let fixture: EngineFixture
    private let travel: TravelFixture
    private let url: ServiceURL

    init() throws {
        fixture = try EngineFixture(.directing) { config in
            config.caFile = "/etc/oyster.pem"
            config.userAgent = "host/2"
        }
        travel = try fixture.makeTravel()
        try travel.run()
        url = try #require(ServiceURL("https://media.test/whep/channel?key=hidden-key"))
    }

    private func request(timeout: Duration = .seconds(5)) -> StreamRequest {
        StreamRequest(
            method: .post,
            url: url,
            bearer: Secret("another-token"),
            contentType: "application/sdp",
            body: Array("hidden-offer".utf8),
            timeout: timeout
        )
    }

    private func send(_ request: StreamRequest) throws -> Outcomes {
        let outcomes = Outcomes()
        let sink = try #require(travel.connection?.sink)
        sink.send(request) { outcomes.add($0) }
        #expect(outcomes.count == 0)
        fixture.loop.run()
        return outcomes
    }

    private var route: String { "https://media.test/whep/channel" }

    @Test func `a signalling request has the travel's certificates and user agent`() throws {
        _ = try send(request())
        let sent = try #require(fixture.transport.sent(to: route).first)
        #expect(sent.request.method == .post)
        #expect(sent.request.url == url.text)
        #expect(sent.request.certificates.file == "/etc/oyster.pem")
        #expect(sent.request.timeout == .seconds(5))
        #expect(sent.request.body == Array("hidden-offer".utf8))
        #expect(sent.header("Authorization") == "Bearer another-token")
        #expect(sent.header("Content-Type") == "application/sdp")
        #expect(sent.header("User-Agent") == LibraryVersion.userAgent + " host/2")
    }

    @Test func `a signalling request completes once, after the call`() throws {
        let outcomes = try send(request())
        let answer = HTTPResponse(status: 201, body: [1], location: "https://media.test/s")
        fixture.transport.answer(route, .success(answer))
        fixture.loop.advance(by: .seconds(60))
        #expect(outcomes.entries.map { try? $0.get() } == [answer])
    }

    @Test func `a signalling request fails once at its own bound`() throws {
        let outcomes = try send(request(timeout: .milliseconds(300)))
        fixture.loop.advance(by: .milliseconds(299))
        #expect(outcomes.count == 0)
        fixture.loop.advance(by: .milliseconds(1))
        #expect(outcomes.entries == [.failure(.timedOut)])
    }

    @Test func `a signalling request outlives leave, the travel, and its release`() throws {
        let before = try send(request())
        _ = try travel.end()
        fixture.answer("travels/end", [:])
        let after = try send(request())
        fixture.engine.release(travel.core)
        fixture.loop.run()
        fixture.transport.answer(route, .success(HTTPResponse(status: 204, body: [])))
        fixture.transport.answer(route, .success(HTTPResponse(status: 204, body: [])))
        #expect((before.count, after.count) == (1, 1))
    }

    @Test func `a signalling request without an answer delays closed by two seconds after leave`()
        throws
    {
        let before = try send(request(timeout: .seconds(60)))
        _ = try travel.end()
        fixture.answer("travels/end", [:])
        let after = try send(request(timeout: .seconds(60)))
        let short = try send(request(timeout: .seconds(1)))
        let waiting = fixture.transport.waiting(at: route)
        fixture.loop.advance(by: .milliseconds(1999))
        #expect([before.count, after.count, short.count] == [0, 0, 1])
        fixture.loop.advance(by: .milliseconds(1))
        #expect(before.entries + after.entries == [.failure(.timedOut), .failure(.timedOut)])
        #expect(waiting.count == 3)
        #expect(fixture.transport.waiting(at: route).isEmpty)
        fixture.loop.advance(by: .seconds(60))
        #expect([before.count, after.count, short.count] == [1, 1, 1])
    }

    @Test(arguments: [true, false])
    func `the error of a join that hangs names the signalling request without an answer`(
        isPending: Bool
    ) throws {
        let fixture = try EngineFixture { $0.callbackTimeoutMs = 3000 }
        let travel = try fixture.makeTravel()
        let start = try travel.start()
        fixture.answer("travels/enter-travel", TravelFixture.entry(fixture.mode))
        let secret = try #require(ServiceURL("https://media.test/whep/another-token?key=hidden"))
        let sink = try #require(travel.connection?.sink)
        sink.send(
            StreamRequest(
                method: .post,
                url: secret,
                bearer: Secret("another-token"),
                timeout: .seconds(60)
            )
        ) { _ in }
        fixture.loop.run()
        if !isPending {
            let answer = HTTPResponse(status: 201, body: [])
            fixture.transport.answer("https://media.test/whep/another-token", .success(answer))
        }
        fixture.loop.advance(by: .seconds(3))
        let reason = isPending ? "; POST media.test/whep/<redacted> was not answered" : ""
        #expect(start.error?.code == OysterErrorCode.realtimeJoinTimeout)
        #expect(start.error?.message.hasSuffix(" within 3000 ms\(reason).") == true)
    }

    @Test func `the log has the outcome of a signalling request and no secret`() throws {
        for failure in [HTTPFailure.tooLong, .transport("cannot reach another-token")] {
            _ = try send(request())
            fixture.transport.answer(route, .failure(failure))
        }
        _ = try send(request())
        fixture.transport.answer(route, .success(HTTPResponse(status: 201, body: [])))
        let records = fixture.log.records.filter { $0.message.contains("'s POST request ") }
        #expect(records.map(\.level) == [.debug, .debug, .debug])
        #expect(
            records.map(\.message)
                == [
                    "failed: the answer is too long", "failed: cannot reach <redacted>",
                    "was answered with HTTP 201",
                ].map { "travel 1: the stream engine's POST request \($0)" }
        )
        travel.connection?.sink.log(.info, "offering with another-token")
        #expect(fixture.log.messages.last == "offering with <redacted>")
        for message in fixture.log.messages {
            #expect(!message.contains("hidden") && !message.contains("media.test"))
        }
    }
}
