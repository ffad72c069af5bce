// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// Releasing a travel: pending operations complete, and no event follows.
@Suite struct TravelReleaseTests {
    @Test func `pending operations complete once with 109006`() throws {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try travel.run()
        let pending = [try travel.instruct("one"), try travel.instruct("two"), try travel.pause()]
        fixture.engine.release(travel.core)
        #expect(pending.map(\.code) == [109_006, 109_006, 109_006])
        fixture.loop.run()
        fixture.answer("travels/end", [:])
        fixture.loop.advance(by: .seconds(100))
        #expect(pending.map(\.count) == [1, 1, 1])
    }

    @Test func `completions in a held queue run once when it continues`() throws {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try travel.run()
        fixture.delivery.hold()
        let pause = try travel.pause()
        fixture.engine.release(travel.core)
        fixture.loop.run()
        #expect(pause.count == 0)
        #expect(!travel.core.operations.waitUntilDelivered(bound: .zero))
        fixture.delivery.resume()
        #expect(pause.code == 109_006)
        #expect(pause.count == 1)
        #expect(travel.core.operations.waitUntilDelivered(bound: .zero))
    }

    @Test func `a released travel is ended on the server without an event`() throws {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try travel.run()
        let before = travel.events.count
        fixture.engine.release(travel.core)
        fixture.loop.run()
        #expect(fixture.transport.waiting(at: "travels/end").count == 1)
        #expect(travel.connection?.hasLeft == true)
        fixture.answer("travels/end", [:])
        #expect(travel.events.count == before)
    }

    @Test func `a travel released twice is ended once`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        try travel.run()
        fixture.engine.release(travel.core)
        fixture.engine.release(travel.core)
        fixture.loop.run()
        #expect(fixture.transport.sent(to: "travels/end").count == 1)
    }

    @Test func `a travel released during enter-travel is ended when the answer comes`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        let start = try travel.start()
        fixture.engine.release(travel.core)
        fixture.loop.run()
        #expect(start.code == 109_006)
        fixture.answer("travels/enter-travel", TravelFixture.entry(.adventure))
        #expect(fixture.transport.sent(to: "travels/end").count == 1)
        #expect(fixture.streams.connections.isEmpty)
    }

    @Test func `operations after the release throw 109001`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        fixture.engine.release(travel.core)
        let error = #expect(throws: OysterSDKError.self) { try travel.end() }
        #expect(error?.code == 109_001)
    }

    @Test func `a travel that is released and over is freed`() throws {
        let fixture = try EngineFixture()
        weak var core: Travel?
        try {
            let travel = try fixture.makeTravel()
            try travel.run()
            core = travel.core
            fixture.engine.release(travel.core)
            fixture.loop.run()
            fixture.answer("travels/end", [:])
            travel.connection?.sink.closed()
            fixture.loop.run()
        }()
        // The scripted connections hold their sinks; the wakeup's job holds the travel weakly.
        #expect(core == nil)
    }

    @Test func `more than 256 pending operations are refused with 109007`() throws {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try travel.run()
        for _ in 0..<256 { _ = try travel.instruct("Rain") }
        let error = #expect(throws: OysterSDKError.self) { try travel.instruct("Rain") }
        #expect(error?.code == 109_007)
        fixture.answer("travels/instruct", ["accepted": true])
        #expect(throws: Never.self) { try travel.instruct("Rain") }
    }

    @Test func `closing the engine ends its travel in the background`() throws {
        let fixture = try EngineFixture()
        let travel = try fixture.makeTravel()
        try travel.run()
        fixture.engine.close()
        fixture.loop.run()
        #expect(fixture.transport.sent(to: "travels/end").count == 1)
        #expect(!fixture.engine.isReady)
    }
}
