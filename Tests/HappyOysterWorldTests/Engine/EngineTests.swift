// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// The engine: configuration, token, one travel at a time, cleanup.
@Suite struct EngineTests {
    private func code(_ body: () throws -> Void) -> Int {
        do {
            try body()
            return 0
        } catch {
            return (error as? OysterSDKError)?.code ?? -1
        }
    }

    // MARK: Configuration

    @Test func `createTravel and updateToken throw 100001 before the first valid configuration`()
        throws
    {
        let fixture = EngineFixture(bare: .adventure)
        #expect(!fixture.engine.isReady)
        #expect(code { try fixture.engine.updateToken("st-1") } == 100_001)
        #expect(code { _ = try fixture.makeTravel() } == 100_001)
        fixture.loop.run()
        #expect(fixture.transport.sent.isEmpty)
    }

    @Test func `an invalid configuration is 100002 and changes nothing`() throws {
        let fixture = try EngineFixture()
        var bad = fixture.config()
        bad.apiHost = "https://host/path"
        #expect(code { try fixture.engine.initialize(bad) } == 100_002)
        #expect(fixture.engine.isReady)
        let travel = try fixture.makeTravel()
        _ = try travel.start()
        let sent = try #require(fixture.transport.sent(to: "travels/enter-travel").first)
        #expect(sent.request.url.hasPrefix("https://ws-1.cn-beijing.maas.aliyuncs.com/"))
    }

    @Test func `an engine stays without configuration after an invalid one`() {
        let fixture = EngineFixture(bare: .adventure)
        #expect(code { try fixture.engine.initialize(.init(apiHost: "", model: "m")) } == 100_002)
        #expect(!fixture.engine.isReady)
    }

    @Test func `while idle the newest configuration wins and the token is kept`() throws {
        let fixture = try EngineFixture()
        var other = fixture.config()
        other.apiHost = "other.test"
        try fixture.engine.initialize(other)
        let travel = try fixture.makeTravel()
        _ = try travel.start()
        fixture.transport.answer("feature-gate", .success(.gateway(404, "NotFound")))
        let sent = try #require(fixture.transport.sent(to: "travels/enter-travel").first)
        #expect(sent.request.url.hasPrefix("https://other.test/"))
        #expect(sent.header("Authorization") == "Bearer \(EngineFixture.token)")
    }

    @Test func `while a travel is in flight a configuration is 103004 and changes nothing`() throws
    {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        #expect(code { try fixture.engine.initialize(fixture.config()) } == 103_004)
        try travel.run()
        var other = fixture.config()
        other.apiHost = "other.test"
        #expect(code { try fixture.engine.initialize(other) } == 103_004)
        _ = try travel.end()
        let sent = try #require(fixture.transport.sent(to: "travels/end").first)
        #expect(sent.request.url.hasPrefix("https://ws-1.cn-beijing.maas.aliyuncs.com/"))
    }

    @Test func `initialize succeeds again once the travel is over`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        try travel.run()
        _ = try travel.end()
        fixture.answer("travels/end", ["durationSec": 1])
        #expect(code { try fixture.engine.initialize(fixture.config()) } == 0)
    }

    // MARK: Token

    @Test func `each request carries the newest token`() throws {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try travel.run()
        _ = try travel.instruct("one")
        try fixture.engine.updateToken("st-the-second-token")
        _ = try travel.instruct("two")
        let sent = fixture.transport.sent(to: "travels/instruct")
        #expect(
            sent.map { $0.header("Authorization") }
                == ["Bearer \(EngineFixture.token)", "Bearer st-the-second-token"]
        )
    }

    @Test func `a poll after 101002 uses the newest token`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        try travel.run()
        fixture.loop.advance(by: .seconds(2))
        fixture.transport.answer("travels/status", .success(.gateway(401, "InvalidApiKey")))
        #expect(travel.errors.map(\.code) == [101_002])
        try fixture.engine.updateToken("st-the-second-token")
        fixture.loop.advance(by: .seconds(2))
        let polls = fixture.transport.sent(to: "travels/status")
        #expect(polls.last?.header("Authorization") == "Bearer st-the-second-token")
        #expect(travel.core.status == .running)
    }

    @Test func `start without a token is 101001 and sends nothing`() throws {
        let fixture = EngineFixture(bare: .adventure)
        try fixture.engine.initialize(fixture.config())
        let travel = try fixture.makeTravel()
        let outcome = try travel.start()
        #expect(outcome.code == 101_001)
        #expect(fixture.transport.sent.isEmpty)
    }

    // MARK: One travel at a time

    @Test func `a second travel is 103004 until the first is over, whether or not end was called`()
        throws
    {
        let fixture = try EngineFixture()
        let first = try fixture.makeTravel()
        #expect(code { _ = try fixture.makeTravel() } == 103_004)
        try first.run()
        #expect(code { _ = try fixture.makeTravel() } == 103_004)
        fixture.poll("failed")
        #expect(first.statuses.last == .failed)
        #expect(code { _ = try fixture.makeTravel() } == 0)
    }

    @Test(arguments: ["failed", "completed"])
    func `a travel that the server ended no longer blocks the next`(_ word: String) throws {
        let fixture = try EngineFixture()
        try fixture.makeTravel().run()
        fixture.poll(word)
        let next = try fixture.makeTravel()
        let outcome = try next.run()
        #expect(outcome.code == 0)
    }

    @Test func `a travel that was released no longer blocks the next`() throws {
        let fixture = try EngineFixture()
        let first = try fixture.makeTravel()
        fixture.engine.release(first.core)
        #expect(code { _ = try fixture.makeTravel() } == 0)
    }
}
