// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// Cleanup ends the travel, forgets configuration and token, then completes.
@Suite struct EngineCleanupTests {
    private func cleanUp(_ fixture: EngineFixture) -> Outcome {
        let outcome = Outcome()
        fixture.engine.cleanup { outcome.take($0) }
        return outcome
    }

    @Test func `cleanup of an idle engine forgets configuration and token`() throws {
        let fixture = try EngineFixture()
        let outcome = cleanUp(fixture)
        fixture.loop.run()
        #expect(outcome.value == .cleanedUp)
        #expect(!fixture.engine.isReady)
        try fixture.engine.initialize(fixture.config())
        let start = try fixture.makeTravel().start()
        #expect(start.code == 101_001)
    }

    @Test func `cleanup ends the travel in flight, and completes when it is over`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        try travel.run()
        let outcome = cleanUp(fixture)
        fixture.loop.run()
        #expect(outcome.count == 0)
        #expect(fixture.engine.isReady)
        #expect(fixture.transport.waiting(at: "travels/end").count == 1)
        fixture.answer("travels/end", ["durationSec": 3])
        #expect(outcome.count == 1)
        #expect(travel.statuses.last == .ended)
        #expect(!fixture.engine.isReady)
    }

    @Test func `cleanup completes within the timeout when the server is silent`() throws {
        let fixture = try EngineFixture()
        try fixture.makeTravel().run()
        let outcome = cleanUp(fixture)
        fixture.loop.advance(by: .seconds(30))
        #expect(outcome.count == 1)
    }

    @Test func `cleanup of an engine with a travel that was never started completes`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        let outcome = cleanUp(fixture)
        fixture.loop.run()
        #expect(outcome.count == 1)
        #expect(travel.statuses == [.ended])
    }

    @Test func `two cleanups at a time both complete`() throws {
        let fixture = try EngineFixture()
        try fixture.makeTravel().run()
        let (first, second) = (cleanUp(fixture), cleanUp(fixture))
        fixture.loop.run()
        fixture.answer("travels/end", [:])
        #expect(first.count == 1)
        #expect(second.count == 1)
    }

    @Test func `cleanup and whenIdle both complete when the travel is over`() throws {
        let fixture = try EngineFixture()
        try fixture.makeTravel().run()
        let outcome = cleanUp(fixture)
        let idle = Outcome()
        fixture.engine.whenIdle { idle.take(.success(.cleanedUp)) }
        fixture.loop.run()
        fixture.answer("travels/end", [:])
        #expect(outcome.count == 1)
        #expect(idle.count == 1)
    }

    @Test func `initialize and createTravel are refused with 103004 during a cleanup`() throws {
        let fixture = try EngineFixture()
        let outcome = cleanUp(fixture)
        let error = #expect(throws: OysterSDKError.self) {
            try fixture.engine.initialize(fixture.config())
        }
        #expect(error?.code == 103_004)
        fixture.loop.run()
        #expect(outcome.count == 1)
        try fixture.engine.initialize(fixture.config())
        fixture.loop.run()
        #expect(fixture.engine.isReady)
    }

    @Test func `a travel released right before cleanup is ended on the server`()
        throws
    {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        try travel.run()
        fixture.engine.release(travel.core)
        let outcome = cleanUp(fixture)
        fixture.loop.run()
        #expect(outcome.count == 1)
        let end = try #require(fixture.transport.sent(to: "travels/end").first)
        #expect(end.header("Authorization") == "Bearer \(EngineFixture.token)")
    }

    @Test func `an operation that cleanup overtakes completes with 109006`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        let start = try travel.start()
        let outcome = cleanUp(fixture)
        fixture.loop.advance(by: .seconds(30))
        #expect(start.code == 109_006)
        #expect(start.count == 1)
        #expect(outcome.count == 1)
    }

    @Test func `the answer of a former service's feature gate is not used for the next`() throws {
        let fixture = try EngineFixture()
        try fixture.engine.updateToken(EngineFixture.token)
        fixture.loop.run()
        var other = fixture.config()
        other.apiHost = "other.test"
        try fixture.engine.initialize(other)
        fixture.loop.run()
        fixture.answer("feature-gate", ["enabled": false])
        let start = try fixture.makeTravel().start()
        #expect(start.code == nil)
        let gates = fixture.transport.sent(to: "feature-gate")
        #expect(gates.last?.request.url.hasPrefix("https://other.test/") == true)
    }
}
