// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// An answer to enter-travel after start has completed: the travel on the server is ended.
@Suite struct LateEntryTests {
    private func ends(_ fixture: EngineFixture) -> [JSONValue?] {
        fixture.transport.sent(to: "travels/end").map { $0.body?["encryptedTravelId"] }
    }

    @Test func `start completes with 105005 at its bound, and enter-travel continues`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        let start = try travel.start()
        fixture.loop.advance(by: .milliseconds(29_999))
        #expect(start.code == nil)
        fixture.loop.advance(by: .milliseconds(1))
        #expect(start.code == 105_005)
        #expect(start.error?.operationName == .start)
        #expect(start.error?.message.contains("no answer from the script within 30000 ms") == true)
        #expect(travel.core.status == .idle)
        #expect(fixture.transport.waiting(at: "travels/enter-travel").count == 1)
    }

    @Test func `the travel that a late answer names is ended on the server`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        _ = try travel.start()
        fixture.loop.advance(by: .seconds(30))
        fixture.answer("travels/enter-travel", TravelFixture.entry(.adventure))
        #expect(ends(fixture) == [.string(TravelFixture.id)])
        #expect(travel.core.status == .idle)
        #expect(travel.statuses == [.prepare, .idle])
        #expect(fixture.streams.connections.isEmpty)
        fixture.answer("travels/end", [:])
        #expect(fixture.areEndsSettled)
    }

    @Test func `enter-travel has a bound of 60 s beyond that of start`() throws {
        let fixture = try EngineFixture()
        _ = try fixture.makeTravel().start()
        fixture.loop.advance(by: .seconds(90))
        #expect(fixture.transport.waiting(at: "travels/enter-travel").isEmpty)
        #expect(ends(fixture).isEmpty)
    }

    @Test func `a late answer to enter-travel does not affect the next start`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        _ = try travel.start()
        fixture.loop.advance(by: .seconds(30))
        let again = try travel.start()
        let requests = fixture.transport.waiting(at: "travels/enter-travel")
        try #require(requests.count == 2)
        var late = try #require(TravelFixture.entry(.adventure).objectValue)
        late["encryptedTravelId"] = "the-late-travel"
        fixture.transport.answer(requests[0], .success(.data(.object(late))))
        #expect(ends(fixture) == ["the-late-travel"])
        #expect(again.code == nil)
        fixture.transport.answer(requests[1], .success(.data(TravelFixture.entry(.adventure))))
        travel.showFirstFrame()
        #expect(again.code == 0)
        #expect(travel.core.status == .running)
    }

    @Test func `the travel of a cancelled start is ended when enter-travel is answered`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        let started = Outcome()
        let start = try travel.core.start(maxExperienceTimeSec: nil) { started.take($0) }
        fixture.loop.run()
        travel.core.cancel(start)
        fixture.loop.run()
        #expect(started.code == 109_006)
        fixture.answer("travels/enter-travel", TravelFixture.entry(.adventure))
        #expect(ends(fixture) == [.string(TravelFixture.id)])
    }

    @Test func `the end of a late travel is requested until the server confirms it`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        _ = try travel.start()
        fixture.loop.advance(by: .seconds(30))
        fixture.engine.release(travel.core)
        fixture.answer("travels/enter-travel", TravelFixture.entry(.adventure))
        fixture.failOnNetwork("travels/end")
        fixture.loop.advance(by: .seconds(1))
        fixture.transport.answer("travels/end", .success(.gateway(401, "InvalidApiKey")))
        try fixture.engine.updateToken("st-the-second-token")
        fixture.loop.run()
        let last = try #require(fixture.transport.waiting(at: "travels/end").last)
        #expect(last.header("Authorization") == "Bearer st-the-second-token")
        fixture.answer("travels/end", [:])
        fixture.loop.advance(by: .seconds(600))
        #expect(ends(fixture).count == 3)
    }

    @Test func `start completes with 108001 when the feature gate closes during enter-travel`()
        throws
    {
        let fixture = try EngineFixture()
        let start = try fixture.makeTravel().start()
        try fixture.engine.updateToken(EngineFixture.token)
        fixture.loop.run()
        fixture.answer("feature-gate", ["enabled": false])
        fixture.loop.advance(by: .seconds(30))
        #expect(start.code == 108_001)
    }
}
