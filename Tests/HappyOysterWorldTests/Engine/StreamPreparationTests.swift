// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// Start prepares the stream engine outside the loop before it sends the ticket.
@Suite struct StreamPreparationTests {
    @Test func `a stream engine in preparation does not delay another engine`() throws {
        let fixture = try EngineFixture()
        fixture.streams.holdPreparations()
        let travel = try fixture.makeTravel()
        let outcome = try travel.start()
        #expect(fixture.streams.heldPreparations == 1)
        #expect(fixture.transport.waiting(at: "travels/enter-travel").isEmpty)
        #expect(travel.core.status == .prepare)
        fixture.streams.finishPreparation()
        fixture.loop.run()
        #expect(fixture.transport.waiting(at: "travels/enter-travel").count == 1)
        fixture.answer("travels/enter-travel", TravelFixture.entry(fixture.mode))
        travel.showFirstFrame()
        #expect(outcome.code == 0)
    }

    @Test
    func `the message of start names the missing plugin without secrets, and no ticket is sent`()
        throws
    {
        let fixture = try EngineFixture()
        fixture.streams.holdPreparations()
        let travel = try fixture.makeTravel()
        let outcome = try travel.start()
        fixture.streams.finishPreparation(.streamEngine("no plugin, \(EngineFixture.token)"))
        fixture.loop.run()
        #expect(outcome.error?.code == OysterErrorCode.realtimeConnectFailed)
        #expect(outcome.error?.message == "The real-time connection failed: no plugin, <redacted>.")
        #expect(outcome.error?.endsTravel == false)
        #expect(fixture.transport.waiting(at: "travels/enter-travel").isEmpty)
        #expect(travel.core.status == .idle)
        let again = try travel.start()
        fixture.streams.finishPreparation()
        fixture.loop.run()
        fixture.answer("travels/enter-travel", TravelFixture.entry(fixture.mode))
        travel.showFirstFrame()
        #expect(again.code == 0)
    }

    @Test func `a stream engine that is never ready fails start at its bound`() throws {
        let fixture = try EngineFixture { $0.callbackTimeoutMs = 4000 }
        fixture.streams.holdPreparations()
        let travel = try fixture.makeTravel()
        let outcome = try travel.start()
        fixture.loop.advance(by: .seconds(4))
        #expect(outcome.error?.code == OysterErrorCode.realtimeConnectFailed)
        #expect(outcome.error?.message.contains("4000 ms") == true)
        fixture.streams.finishPreparation()
        fixture.loop.run()
        #expect(fixture.transport.waiting(at: "travels/enter-travel").isEmpty)
    }

    @Test func `a configuration whose adapter cannot be loaded is refused`() throws {
        let fixture = EngineFixture(bare: .adventure)
        let reason = "stream_engine: engine.so: cannot open shared object file"
        fixture.streams.refuseConfigurations(
            with: OysterSDKError(OysterErrorCode.invalidConfig, message: reason)
        )
        #expect {
            try fixture.engine.initialize(fixture.config())
        } throws: {
            ($0 as? OysterSDKError)?.message == reason
        }
        #expect(!fixture.engine.isReady)
        fixture.streams.refuseConfigurations(with: nil)
        try fixture.engine.initialize(fixture.config())
        #expect(fixture.engine.isReady)
    }
}
