// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// Cleanup ends first, then forgets, then tells; each time, in this order.
@Suite struct EngineCleanupTests {
    private func cleanUp(_ world: World) -> Outcome {
        let outcome = Outcome()
        world.engine.cleanup { outcome.take($0) }
        return outcome
    }

    @Test func `cleanup of an idle engine forgets configuration and token`() throws {
        let world = try World()
        let outcome = cleanUp(world)
        world.loop.run()
        #expect(outcome.value == .cleanedUp)
        #expect(!world.engine.isReady)
        try world.engine.initialize(world.config())
        let start = try world.makeTravel().start()
        #expect(start.code == 101_001)
    }

    @Test func `cleanup ends the travel in flight, and completes when it is over`() throws {
        let world = try World()
        let voyage = try world.makeTravel()
        try voyage.run()
        let outcome = cleanUp(world)
        world.loop.run()
        #expect(outcome.count == 0)
        #expect(world.engine.isReady)
        #expect(world.transport.waiting(at: "travels/end").count == 1)
        world.answer("travels/end", ["durationSec": 3])
        #expect(outcome.count == 1)
        #expect(voyage.statuses.last == .ended)
        #expect(!world.engine.isReady)
    }

    @Test func `cleanup completes within the timeout when the server is silent`() throws {
        let world = try World()
        try world.makeTravel().run()
        let outcome = cleanUp(world)
        world.loop.advance(by: .seconds(30))
        #expect(outcome.count == 1)
    }

    @Test func `cleanup of an engine with a travel that was never started completes`() throws {
        let world = try World()
        let voyage = try world.makeTravel()
        let outcome = cleanUp(world)
        world.loop.run()
        #expect(outcome.count == 1)
        #expect(voyage.statuses == [.ended])
    }

    @Test func `two cleanups at a time both complete`() throws {
        let world = try World()
        try world.makeTravel().run()
        let (first, second) = (cleanUp(world), cleanUp(world))
        world.loop.run()
        world.answer("travels/end", [:])
        #expect(first.count == 1)
        #expect(second.count == 1)
    }

    @Test func `cleanup and waiting for the engine to be idle do not forget each other`() throws {
        let world = try World()
        try world.makeTravel().run()
        let outcome = cleanUp(world)
        let idle = Outcome()
        world.engine.whenIdle { idle.take(.success(.cleanedUp)) }
        world.loop.run()
        world.answer("travels/end", [:])
        #expect(outcome.count == 1)
        #expect(idle.count == 1)
    }

    @Test func `while a cleanup is under way nothing new begins`() throws {
        let world = try World()
        let outcome = cleanUp(world)
        let error = #expect(throws: OysterSDKError.self) {
            try world.engine.initialize(world.config())
        }
        #expect(error?.code == 103_004)
        world.loop.run()
        #expect(outcome.count == 1)
        try world.engine.initialize(world.config())
        world.loop.run()
        #expect(world.engine.isReady)
    }

    @Test func `a travel given back right before cleanup is ended on the server all the same`()
        throws
    {
        let world = try World()
        let voyage = try world.makeTravel()
        try voyage.run()
        world.engine.release(voyage.travel)
        let outcome = cleanUp(world)
        world.loop.run()
        #expect(outcome.count == 1)
        let end = try #require(world.transport.sent(to: "travels/end").first)
        #expect(end.header("Authorization") == "Bearer \(World.token)")
    }

    @Test func `an operation that cleanup overtakes completes with 109006`() throws {
        let world = try World()
        let voyage = try world.makeTravel()
        let start = try voyage.start()
        let outcome = cleanUp(world)
        world.loop.advance(by: .seconds(30))
        #expect(start.code == 109_006)
        #expect(start.count == 1)
        #expect(outcome.count == 1)
    }

    @Test func `a gate of the former service says nothing about the next`() throws {
        let world = try World()
        try world.engine.updateToken(World.token)
        world.loop.run()
        var other = world.config()
        other.apiHost = "other.test"
        try world.engine.initialize(other)
        world.loop.run()
        world.answer("feature-gate", ["enabled": false])
        let start = try world.makeTravel().start()
        #expect(start.code == nil)
        let gates = world.transport.sent(to: "feature-gate")
        #expect(gates.last?.request.url.hasPrefix("https://other.test/") == true)
    }
}
