// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// No text that a host can read contains a secret, even when the service echoes it.
@Suite struct SecrecyTests {
    static let secrets = [
        EngineFixture.token, EngineFixture.ticket, "rtc-token-sample", "stream_7d21f0",
        "0f1e2d3c4b5a69788796a5b4c3d2e1f0",
    ]

    /// A refusal that echoes every secret in each of its texts.
    private func echo(_ code: JSONValue, status: Int = 200) -> HTTPResponse {
        let all = SecrecyTests.secrets.joined(separator: " and ")
        let twice = all + " " + all
        return .json(
            [
                "code": code, "message": .string(twice), "request_id": .string("r " + all),
                "data": nil,
            ],
            status: status
        )
    }

    private func check(_ fixture: EngineFixture, _ travel: TravelFixture, _ outcomes: [Outcome]) {
        var texts = fixture.log.messages
        for event in travel.events {
            if case .error(let error) = event.notice { texts.append(text(error.json)) }
        }
        texts += outcomes.compactMap(\.error).flatMap { [text($0.json), "\($0)"] }
        texts += [text(travel.core.info), text(travel.core.statistics)]
        #expect(texts.count > 5)
        for text in texts {
            for secret in SecrecyTests.secrets where text.contains(secret) {
                Issue.record("\(secret) stands in: \(text)")
            }
        }
    }

    private func text(_ value: JSONValue) -> String {
        JSONCodec.print(value) ?? ""
    }

    @Test func `events, results and logs contain no secret that the service echoes`() throws {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        var outcomes = [try travel.start()]
        // Before enter-travel is answered the library does not know the channel's secrets.
        fixture.transport.answer(
            "travels/enter-travel",
            .success(
                .refusal(
                    401_011,
                    "\(EngineFixture.ticket) \(EngineFixture.token) \(EngineFixture.ticket)"
                )
            )
        )
        outcomes.append(try travel.run())
        for answer in [
            echo(403_004), echo("AccessDenied", status: 403), echo("InvalidApiKey", status: 401),
        ] {
            outcomes.append(try travel.instruct("Rain"))
            fixture.transport.answer("travels/instruct", .success(answer))
            fixture.loop.advance(by: .seconds(2))
            fixture.transport.answer("travels/status", .success(answer))
        }
        outcomes.append(try travel.pause())
        fixture.transport.answer("travels/pause", .success(echo(409_000)))
        fixture.poll(
            "failed",
            more: ["errorCode": .string(EngineFixture.token), "errorMessage": "tk_5f0c9a7e"]
        )
        outcomes.append(try travel.end())
        check(fixture, travel, outcomes)
        #expect(outcomes.map(\.code) == [401_011, 0, 403_004, 106_003, 101_002, 409_000, 0])
    }

    @Test func `a request id that equals a secret is redacted in the log`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        let start = try travel.start()
        fixture.transport.answer(
            "travels/enter-travel",
            .success(
                .json([
                    "request_id": .string(EngineFixture.token + "\nforged line"),
                    "output": ["code": 0, "message": nil, "data": TravelFixture.entry(.adventure)],
                ])
            )
        )
        travel.showFirstFrame()
        check(fixture, travel, [start])
        #expect(!fixture.log.messages.contains { $0.contains("\n") })
    }

    @Test func `the log of a failed end contains no secret after the travel is over`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        let start = try travel.run()
        travel.connection?.sink.failed("lost \(EngineFixture.ticket) rtc-token-sample")
        fixture.loop.run()
        fixture.transport.answer("travels/end", .success(echo(409_000)))
        check(fixture, travel, [start])
    }

    @Test func `messages of the stream engine are redacted`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        let start = try travel.run()
        travel.connection?.sink.log(.info, "joining with rtc-token-sample")
        travel.connection?.sink.failed("stream_7d21f0 was closed")
        fixture.loop.run()
        check(fixture, travel, [start])
        #expect(travel.errors.first?.diagnostics.message == "<redacted> was closed")
    }

    @Test func `errors of the transport are redacted`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        let start = try travel.start()
        fixture.transport.answer(
            "travels/enter-travel",
            .failure(.transport("could not send Bearer \(EngineFixture.token) to https://host/x"))
        )
        check(fixture, travel, [start])
    }

    @Test func `a replaced token is redacted in answers to requests that used it`() throws {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try travel.run()
        let instruct = try travel.instruct("Rain")
        try fixture.engine.updateToken("st-the-second-token")
        fixture.loop.run()
        fixture.transport.answer("travels/instruct", .success(echo(403_004)))
        check(fixture, travel, [instruct])
    }
}
