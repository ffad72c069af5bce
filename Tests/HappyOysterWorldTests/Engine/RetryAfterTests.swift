// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// The header Retry-After delays requests and is reported to the host.
@Suite struct RetryAfterTests {
    /// A refusal for lack of capacity, with the header.
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

    private func polls(_ fixture: EngineFixture) -> Int {
        fixture.transport.sent(to: "travels/status").count
    }

    @Test func `polls wait for Retry-After, and one error event is reported`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        try travel.run()
        fixture.loop.advance(by: .seconds(2))
        for count in 1...3 {
            #expect(polls(fixture) == count)
            fixture.transport.answer("travels/status", slowDown(7))
            fixture.loop.advance(by: .milliseconds(6999))
            #expect(polls(fixture) == count)
            fixture.loop.advance(by: .milliseconds(1))
        }
        #expect(travel.errors.map(\.code) == [106_003])
        #expect(travel.errors.first?.json["raw"]?["retryAfterMs"] == 7000)
        fixture.answer("travels/status", ["status": "running"])
        fixture.loop.advance(by: .seconds(2))
        #expect(polls(fixture) == 5)
        #expect(travel.core.status == .running)
    }

    @Test func `the next request to end waits for Retry-After`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        try travel.run()
        _ = try travel.end()
        fixture.transport.answer("travels/end", slowDown(20))
        fixture.loop.advance(by: .milliseconds(19_999))
        #expect(fixture.transport.sent(to: "travels/end").count == 1)
        fixture.loop.advance(by: .milliseconds(1))
        #expect(fixture.transport.sent(to: "travels/end").count == 2)
    }

    @Test func `the error of an operation has retryAfterMs in raw`() throws {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try travel.run()
        let instruct = try travel.instruct("Rain")
        fixture.transport.answer("travels/instruct", slowDown(3600))
        #expect(instruct.error?.diagnostics.retryAfter == .seconds(60))
        #expect(fixture.transport.sent(to: "travels/instruct").count == 1)
    }
}
