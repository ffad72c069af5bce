// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// Start waits for the stream engine, away from the loop, before it spends the ticket.
@Suite struct StreamPreparationTests {
    @Test func `a travel waits for its stream engine while another engine goes on`() throws {
        let world = try World()
        world.streams.holdPreparations()
        let voyage = try world.makeTravel()
        let outcome = try voyage.start()
        #expect(world.streams.heldPreparations == 1)
        #expect(world.transport.waiting(at: "travels/enter-travel").isEmpty)
        #expect(voyage.travel.status == .prepare)
        world.streams.finishPreparation()
        world.loop.run()
        #expect(world.transport.waiting(at: "travels/enter-travel").count == 1)
        world.answer("travels/enter-travel", Voyage.entry(world.mode))
        voyage.showFirstFrame()
        #expect(outcome.code == 0)
    }

    @Test func `what is missing is the message of start, the ticket is kept, and it is no secret`()
        throws
    {
        let world = try World()
        world.streams.holdPreparations()
        let voyage = try world.makeTravel()
        let outcome = try voyage.start()
        world.streams.finishPreparation(.streamEngine("no plugin, \(World.token)"))
        world.loop.run()
        #expect(outcome.error?.code == OysterErrorCode.realtimeConnectFailed)
        #expect(outcome.error?.message == "The real-time connection failed: no plugin, <redacted>.")
        #expect(outcome.error?.endsTravel == false)
        #expect(world.transport.waiting(at: "travels/enter-travel").isEmpty)
        #expect(voyage.travel.status == .idle)
        let again = try voyage.start()
        world.streams.finishPreparation()
        world.loop.run()
        world.answer("travels/enter-travel", Voyage.entry(world.mode))
        voyage.showFirstFrame()
        #expect(again.code == 0)
    }

    @Test func `a stream engine that never gets ready costs the bound, and nothing later`() throws {
        let world = try World { $0.callbackTimeoutMs = 4000 }
        world.streams.holdPreparations()
        let voyage = try world.makeTravel()
        let outcome = try voyage.start()
        world.loop.advance(by: .seconds(4))
        #expect(outcome.error?.code == OysterErrorCode.realtimeConnectFailed)
        #expect(outcome.error?.message.contains("4000 ms") == true)
        world.streams.finishPreparation()
        world.loop.run()
        #expect(world.transport.waiting(at: "travels/enter-travel").isEmpty)
    }

    @Test func `a configuration whose adapter cannot be loaded is refused`() throws {
        let world = World(bare: .adventure)
        let reason = "stream_engine: engine.so: cannot open shared object file"
        world.streams.refuseConfigurations(
            with: OysterSDKError(OysterErrorCode.invalidConfig, message: reason)
        )
        #expect {
            try world.engine.initialize(world.config())
        } throws: {
            ($0 as? OysterSDKError)?.message == reason
        }
        #expect(!world.engine.isReady)
        world.streams.refuseConfigurations(with: nil)
        try world.engine.initialize(world.config())
        #expect(world.engine.isReady)
    }
}
