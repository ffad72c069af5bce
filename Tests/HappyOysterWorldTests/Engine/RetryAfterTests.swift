// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// What a server asks for with Retry-After reaches the travel and the host.
@Suite struct RetryAfterTests {
    /// A refusal for want of capacity, with the header.
    private func slowDown(_ seconds: Int) -> Result<HTTPResponse, HTTPFailure> {
        let refusal = HTTPResponse.gateway(429, "Throttling.RateQuota", "Slow down.")
        return .success(
            HTTPResponse(
                status: refusal.status,
                body: refusal.body,
                retryAfter: .seconds(seconds)
            )
        )
    }

    private func polls(_ world: World) -> Int { world.transport.sent(to: "travels/status").count }

    @Test func `polls wait for it, one error is reported, and the travel goes on`() throws {
        let world = try World()
        let voyage = try world.makeTravel()
        try voyage.run()
        world.loop.advance(by: .seconds(2))
        for count in 1...3 {
            #expect(polls(world) == count)
            world.transport.answer("travels/status", slowDown(7))
            world.loop.advance(by: .milliseconds(6999))
            #expect(polls(world) == count)
            world.loop.advance(by: .milliseconds(1))
        }
        #expect(voyage.errors.map(\.code) == [106_003])
        #expect(voyage.errors.first?.json["raw"]?["retryAfterMs"] == 7000)
        world.answer("travels/status", ["status": "running"])
        world.loop.advance(by: .seconds(2))
        #expect(polls(world) == 5)
        #expect(voyage.travel.status == .running)
    }

    @Test func `an end is asked for again when the server wants it`() throws {
        let world = try World()
        let voyage = try world.makeTravel()
        try voyage.run()
        _ = try voyage.end()
        world.transport.answer("travels/end", slowDown(20))
        world.loop.advance(by: .milliseconds(19_999))
        #expect(world.transport.sent(to: "travels/end").count == 1)
        world.loop.advance(by: .milliseconds(1))
        #expect(world.transport.sent(to: "travels/end").count == 2)
    }

    @Test func `an operation that is not repeated reports it to the host`() throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        try voyage.run()
        let instruct = try voyage.instruct("Rain")
        world.transport.answer("travels/instruct", slowDown(3600))
        #expect(instruct.error?.raw.retryAfter == .seconds(60))
        #expect(world.transport.sent(to: "travels/instruct").count == 1)
    }
}
