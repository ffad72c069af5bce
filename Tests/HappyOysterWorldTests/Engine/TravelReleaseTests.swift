// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// Giving a travel back: everybody who waits is told, nobody is told anything more.
@Suite struct TravelReleaseTests {
    @Test func `pending operations complete once with 109006`() throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        try voyage.run()
        let pending = [try voyage.instruct("one"), try voyage.instruct("two"), try voyage.pause()]
        world.engine.release(voyage.travel)
        #expect(pending.map(\.code) == [109_006, 109_006, 109_006])
        world.loop.run()
        world.answer("travels/end", [:])
        world.loop.advance(by: .seconds(100))
        #expect(pending.map(\.count) == [1, 1, 1])
    }

    @Test func `completions that wait in the line are told once when it moves`() throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        try voyage.run()
        world.delivery.hold()
        let pause = try voyage.pause()
        world.engine.release(voyage.travel)
        world.loop.run()
        #expect(pause.count == 0)
        #expect(!voyage.travel.operations.waitUntilDelivered(bound: .zero))
        world.delivery.letGo()
        #expect(pause.code == 109_006)
        #expect(pause.count == 1)
        #expect(voyage.travel.operations.waitUntilDelivered(bound: .zero))
    }

    @Test func `the server is told to end, and no event follows`() throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        try voyage.run()
        let told = voyage.events.count
        world.engine.release(voyage.travel)
        world.loop.run()
        #expect(world.transport.waiting(at: "travels/end").count == 1)
        #expect(voyage.connection?.hasLeft == true)
        world.answer("travels/end", [:])
        #expect(voyage.events.count == told)
    }

    @Test func `a travel given back twice is ended once`() throws {
        let world = try World()
        let voyage = try world.makeTravel()
        try voyage.run()
        world.engine.release(voyage.travel)
        world.engine.release(voyage.travel)
        world.loop.run()
        #expect(world.transport.sent(to: "travels/end").count == 1)
    }

    @Test func `a travel given back while it enters is ended when the server has made it`() throws {
        let world = try World()
        let voyage = try world.makeTravel()
        let start = try voyage.start()
        world.engine.release(voyage.travel)
        world.loop.run()
        #expect(start.code == 109_006)
        world.answer("travels/enter-travel", Voyage.entry(.adventure))
        #expect(world.transport.sent(to: "travels/end").count == 1)
        #expect(world.streams.connections.isEmpty)
    }

    @Test func `after the release every operation is refused at once with 109001`() throws {
        let world = try World()
        let voyage = try world.makeTravel()
        world.engine.release(voyage.travel)
        let error = #expect(throws: OysterSDKError.self) { try voyage.end() }
        #expect(error?.code == 109_001)
    }

    @Test func `a travel that was given back and is over is let go of`() throws {
        let world = try World()
        weak var travel: Travel?
        try {
            let voyage = try world.makeTravel()
            try voyage.run()
            travel = voyage.travel
            world.engine.release(voyage.travel)
            world.loop.run()
            world.answer("travels/end", [:])
            voyage.connection?.sink.closed()
            world.loop.run()
        }()
        // The scripted connections hold their sinks; the wakeup's job holds the travel weakly.
        #expect(travel == nil)
    }

    @Test func `more than 256 pending operations are refused with 109007`() throws {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        try voyage.run()
        for _ in 0..<256 { _ = try voyage.instruct("Rain") }
        let error = #expect(throws: OysterSDKError.self) { try voyage.instruct("Rain") }
        #expect(error?.code == 109_007)
        world.answer("travels/instruct", ["accepted": true])
        #expect(throws: Never.self) { try voyage.instruct("Rain") }
    }

    @Test func `closing the engine ends its travel in the background`() throws {
        let world = try World()
        let voyage = try world.makeTravel()
        try voyage.run()
        world.engine.close()
        world.loop.run()
        #expect(world.transport.sent(to: "travels/end").count == 1)
        #expect(!world.engine.isReady)
    }
}
