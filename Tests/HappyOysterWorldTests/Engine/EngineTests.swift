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

    @Test func `nothing works before the first valid configuration`() throws {
        let world = World(bare: .adventure)
        #expect(!world.engine.isReady)
        #expect(code { try world.engine.updateToken("st-1") } == 100_001)
        #expect(code { _ = try world.makeTravel() } == 100_001)
        world.loop.run()
        #expect(world.transport.sent.isEmpty)
    }

    @Test func `an invalid configuration is 100002 and changes nothing`() throws {
        let world = try World()
        var bad = world.config()
        bad.apiHost = "https://host/path"
        #expect(code { try world.engine.initialize(bad) } == 100_002)
        #expect(world.engine.isReady)
        let voyage = try world.makeTravel()
        _ = try voyage.start()
        let sent = try #require(world.transport.sent(to: "travels/enter-travel").first)
        #expect(sent.request.url.hasPrefix("https://ws-1.cn-beijing.maas.aliyuncs.com/"))
    }

    @Test func `an engine that was never ready stays so after an invalid configuration`() {
        let world = World(bare: .adventure)
        #expect(code { try world.engine.initialize(.init(apiHost: "", model: "m")) } == 100_002)
        #expect(!world.engine.isReady)
    }

    @Test func `while idle the newest configuration wins and the token is kept`() throws {
        let world = try World()
        var other = world.config()
        other.apiHost = "other.test"
        try world.engine.initialize(other)
        let voyage = try world.makeTravel()
        _ = try voyage.start()
        world.transport.answer("feature-gate", .success(.gateway(404, "NotFound")))
        let sent = try #require(world.transport.sent(to: "travels/enter-travel").first)
        #expect(sent.request.url.hasPrefix("https://other.test/"))
        #expect(sent.header("Authorization") == "Bearer \(World.token)")
    }

    @Test func `while a travel is in flight a configuration is 103004 and changes nothing`() throws
    {
        let world = try World()
        let voyage = try world.makeTravel()
        #expect(code { try world.engine.initialize(world.config()) } == 103_004)
        try voyage.run()
        var other = world.config()
        other.apiHost = "other.test"
        #expect(code { try world.engine.initialize(other) } == 103_004)
        _ = try voyage.end()
        let sent = try #require(world.transport.sent(to: "travels/end").first)
        #expect(sent.request.url.hasPrefix("https://ws-1.cn-beijing.maas.aliyuncs.com/"))
    }

    @Test func `a configuration is taken again once the travel is over`() throws {
        let world = try World()
        let voyage = try world.makeTravel()
        try voyage.run()
        _ = try voyage.end()
        world.answer("travels/end", ["durationSec": 1])
        #expect(code { try world.engine.initialize(world.config()) } == 0)
    }

    // MARK: Token

    @Test func `each request carries the newest token`() throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        try voyage.run()
        _ = try voyage.instruct("one")
        try world.engine.updateToken("st-the-second-token")
        _ = try voyage.instruct("two")
        let sent = world.transport.sent(to: "travels/instruct")
        #expect(
            sent.map { $0.header("Authorization") }
                == ["Bearer \(World.token)", "Bearer st-the-second-token"]
        )
    }

    @Test func `after 101002 in a poll the newest token is used without any other step`() throws {
        let world = try World()
        let voyage = try world.makeTravel()
        try voyage.run()
        world.loop.advance(by: .seconds(2))
        world.transport.answer("travels/status", .success(.gateway(401, "InvalidApiKey")))
        #expect(voyage.errors.map(\.code) == [101_002])
        try world.engine.updateToken("st-the-second-token")
        world.loop.advance(by: .seconds(2))
        let polls = world.transport.sent(to: "travels/status")
        #expect(polls.last?.header("Authorization") == "Bearer st-the-second-token")
        #expect(voyage.travel.status == .running)
    }

    @Test func `start without a token is 101001 and sends nothing`() throws {
        let world = World(bare: .adventure)
        try world.engine.initialize(world.config())
        let voyage = try world.makeTravel()
        let outcome = try voyage.start()
        #expect(outcome.code == 101_001)
        #expect(world.transport.sent.isEmpty)
    }

    // MARK: One travel at a time

    @Test func `a second travel is 103004 until the first is over, whether or not end was called`()
        throws
    {
        let world = try World()
        let first = try world.makeTravel()
        #expect(code { _ = try world.makeTravel() } == 103_004)
        try first.run()
        #expect(code { _ = try world.makeTravel() } == 103_004)
        world.poll("failed")
        #expect(first.statuses.last == .failed)
        #expect(code { _ = try world.makeTravel() } == 0)
    }

    @Test(arguments: ["failed", "completed"])
    func `a travel that the server ended no longer blocks the next`(_ word: String) throws {
        let world = try World()
        try world.makeTravel().run()
        world.poll(word)
        let next = try world.makeTravel()
        let outcome = try next.run()
        #expect(outcome.code == 0)
    }

    @Test func `a travel that was given back no longer blocks the next`() throws {
        let world = try World()
        let first = try world.makeTravel()
        world.engine.release(first.travel)
        #expect(code { _ = try world.makeTravel() } == 0)
    }
}
