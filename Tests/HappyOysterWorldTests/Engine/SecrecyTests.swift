// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// No secret in any text that a host can see, however hard the service tries.
@Suite struct SecrecyTests {
    static let secrets = [
        World.token, World.ticket, "rtc-token-sample", "stream_7d21f0",
        "0f1e2d3c4b5a69788796a5b4c3d2e1f0",
    ]

    /// A refusal that echoes every secret wherever a text may stand.
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

    private func check(_ world: World, _ voyage: Voyage, _ outcomes: [Outcome]) {
        var texts = world.log.messages
        for event in voyage.events {
            if case .error(let error) = event.notice { texts.append(text(error.json)) }
        }
        texts += outcomes.compactMap(\.error).flatMap { [text($0.json), "\($0)"] }
        texts += [text(voyage.travel.info), text(voyage.travel.statistics)]
        #expect(texts.count > 5)
        for text in texts {
            for secret in SecrecyTests.secrets where text.contains(secret) {
                Issue.record("\(secret) stands in: \(text)")
            }
        }
    }

    private func text(_ value: JSONValue) -> String {
        String(decoding: SystemJSON().print(value), as: UTF8.self)
    }

    @Test func `a service that echoes everything reveals nothing`() throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        var outcomes = [try voyage.start()]
        // The channel's secrets are nobody's before the service has told them.
        world.transport.answer(
            "travels/enter-travel",
            .success(.refusal(401_011, "\(World.ticket) \(World.token) \(World.ticket)"))
        )
        outcomes.append(try voyage.run())
        for answer in [
            echo(403_004), echo("AccessDenied", status: 403), echo("InvalidApiKey", status: 401),
        ] {
            outcomes.append(try voyage.instruct("Rain"))
            world.transport.answer("travels/instruct", .success(answer))
            world.loop.advance(by: .seconds(2))
            world.transport.answer("travels/status", .success(answer))
        }
        outcomes.append(try voyage.pause())
        world.transport.answer("travels/pause", .success(echo(409_000)))
        world.poll(
            "failed",
            more: ["errorCode": .string(World.token), "errorMessage": "tk_5f0c9a7e"]
        )
        outcomes.append(try voyage.end())
        check(world, voyage, outcomes)
        #expect(outcomes.map(\.code) == [401_011, 0, 403_004, 106_003, 101_002, 409_000, 0])
    }

    @Test func `a request id that is a secret stays out of the log, good answers included`() throws
    {
        let world = try World()
        let voyage = try world.makeTravel()
        let start = try voyage.start()
        world.transport.answer(
            "travels/enter-travel",
            .success(
                .json([
                    "request_id": .string(World.token + "\nforged line"),
                    "output": ["code": 0, "message": nil, "data": Voyage.entry(.adventure)],
                ])
            )
        )
        voyage.showFirstFrame()
        check(world, voyage, [start])
        #expect(!world.log.messages.contains { $0.contains("\n") })
    }

    @Test func `an end that fails after the secrets were forgotten reveals nothing`() throws {
        let world = try World()
        let voyage = try world.makeTravel()
        let start = try voyage.run()
        voyage.connection?.sink.failed("lost \(World.ticket) rtc-token-sample")
        world.loop.run()
        world.transport.answer("travels/end", .success(echo(409_000)))
        check(world, voyage, [start])
    }

    @Test func `what a stream engine says is redacted`() throws {
        let world = try World()
        let voyage = try world.makeTravel()
        let start = try voyage.run()
        voyage.connection?.sink.log(.info, "joining with rtc-token-sample")
        voyage.connection?.sink.failed("stream_7d21f0 was closed")
        world.loop.run()
        check(world, voyage, [start])
        #expect(voyage.errors.first?.raw.message == "<redacted> was closed")
    }

    @Test func `a transport that names the address reveals nothing`() throws {
        let world = try World()
        let voyage = try world.makeTravel()
        let start = try voyage.start()
        world.transport.answer(
            "travels/enter-travel",
            .failure(.transport("could not send Bearer \(World.token) to https://host/x"))
        )
        check(world, voyage, [start])
    }

    @Test func `a token that was replaced is still a secret in the answers to it`() throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        try voyage.run()
        let instruct = try voyage.instruct("Rain")
        try world.engine.updateToken("st-the-second-token")
        world.loop.run()
        world.transport.answer("travels/instruct", .success(echo(403_004)))
        check(world, voyage, [instruct])
    }
}
