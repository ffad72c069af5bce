// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// Requests for an unconfirmed end continue after the release of the travel, for at most 60 s.
@Suite struct UnconfirmedEndTests {
    static let route = "travels/end"
    static let newer = "st-the-second-token"

    private func sent(_ fixture: EngineFixture) -> [SentRequest] {
        fixture.transport.sent(to: Self.route)
    }

    /// A running travel whose end the server refused because of the token.
    private func refused(_ fixture: EngineFixture) throws -> TravelFixture {
        let travel = try fixture.makeTravel()
        try travel.run()
        let end = try travel.end()
        fixture.transport.answer(Self.route, .success(.gateway(401, "InvalidApiKey")))
        #expect(end.ended?.confirmed == false)
        return travel
    }

    private func renew(_ fixture: EngineFixture, _ token: String = newer) throws {
        try fixture.engine.updateToken(token)
        fixture.loop.run()
    }

    @Test func `an end that was refused for its token uses the newest token`() throws {
        let fixture = try EngineFixture()
        let travel = try refused(fixture)
        try renew(fixture)
        #expect(sent(fixture).count == 2)
        #expect(sent(fixture).last?.header("Authorization") == "Bearer \(Self.newer)")
        fixture.answer(Self.route, ["durationSec": 5])
        #expect(fixture.log.messages.contains { $0.contains("confirmed the end") })
        #expect(try travel.end().ended?.confirmed == true)
    }

    @Test func `a released travel is freed after its end is confirmed`() throws {
        let fixture = try EngineFixture()
        weak var core: Travel?
        try {
            let travel = try refused(fixture)
            core = travel.core
            fixture.engine.release(travel.core)
            travel.connection?.sink.closed()
            fixture.loop.run()
        }()
        #expect(core != nil)
        try renew(fixture)
        #expect(fixture.transport.waiting(at: Self.route).count == 1)
        fixture.answer(Self.route, [:])
        #expect(core == nil)
    }

    @Test func `an end that failed with 106001 is requested again with delays`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        try travel.run()
        _ = try travel.end()
        for seconds in [1, 2, 3, 5] {
            fixture.failOnNetwork(Self.route)
            let count = sent(fixture).count
            fixture.loop.advance(by: .seconds(seconds))
            #expect(sent(fixture).count == count + 1)
        }
        fixture.answer(Self.route, [:])
        fixture.loop.advance(by: .seconds(600))
        #expect(sent(fixture).count == 5)
    }

    @Test func `a travel without a confirmed end is freed after 60 s`() throws {
        let fixture = try EngineFixture()
        weak var core: Travel?
        try {
            let travel = try fixture.makeTravel()
            try travel.run()
            core = travel.core
            fixture.engine.release(travel.core)
            travel.connection?.sink.closed()
            fixture.loop.run()
        }()
        for _ in 0..<30 {
            fixture.failOnNetwork(Self.route)
            fixture.loop.advance(by: .seconds(5))
        }
        #expect(fixture.transport.waiting(at: Self.route).isEmpty)
        #expect(core == nil)
    }

    // MARK: Cleanup and shutdown

    @Test func `cleanup does not wait for the confirmation, and the end uses the former token`()
        throws
    {
        let fixture = try EngineFixture()
        try fixture.makeTravel().run()
        let cleaned = Outcome()
        fixture.engine.cleanup { cleaned.take($0) }
        fixture.loop.run()
        fixture.failOnNetwork(Self.route)
        #expect(cleaned.count == 1)
        fixture.loop.advance(by: .seconds(1))
        #expect(sent(fixture).last?.header("Authorization") == "Bearer \(EngineFixture.token)")
    }

    @Test func `a token is sent only to the service for which the host gave it`() throws {
        let fixture = try EngineFixture()
        try fixture.makeTravel().run()
        fixture.engine.cleanup { _ in }
        fixture.loop.run()
        fixture.failOnNetwork(Self.route)
        var other = fixture.config()
        other.apiHost = "other.test"
        try fixture.engine.initialize(other)
        try renew(fixture)
        fixture.loop.advance(by: .seconds(1))
        let last = try #require(sent(fixture).last)
        #expect(sent(fixture).count == 2)
        #expect(!last.request.url.contains("other.test"))
        #expect(last.header("Authorization") == "Bearer \(EngineFixture.token)")
    }

    @Test func `a shutdown waits for an end that is requested again, not for a new token`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        try travel.run()
        #expect(fixture.areEndsSettled)
        _ = try travel.end()
        #expect(!fixture.areEndsSettled)
        fixture.failOnNetwork(Self.route)
        #expect(!fixture.areEndsSettled)
        fixture.loop.advance(by: .seconds(1))
        fixture.transport.answer(Self.route, .success(.gateway(401, "InvalidApiKey")))
        #expect(fixture.areEndsSettled)
        try renew(fixture)
        #expect(!fixture.areEndsSettled)
        fixture.answer(Self.route, [:])
        #expect(fixture.areEndsSettled)
    }

    @Test func `secrets in a late answer to end are redacted`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        try travel.run()
        _ = try travel.end()
        fixture.failOnNetwork(Self.route)
        fixture.loop.advance(by: .seconds(1))
        fixture.transport.answer(
            Self.route,
            .success(
                .json(
                    [
                        "code": "Down",
                        "request_id": .string("\(EngineFixture.token) rtc-token-sample"),
                    ],
                    status: 500
                )
            )
        )
        let texts = fixture.log.messages
        #expect(
            !texts.contains { $0.contains(EngineFixture.token) || $0.contains("rtc-token-sample") }
        )
    }
}

extension Outcome {
    /// The result of an end.
    var ended: OysterEndTravelData? {
        guard case .ended(let data)? = value else { return nil }
        return data
    }
}
