// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterStream
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// An end that the server has not confirmed outlives the travel's handle, not its bounds.
@Suite struct UnconfirmedEndTests {
    static let route = "travels/end"
    static let newer = "st-the-second-token"

    private func sent(_ world: World) -> [SentRequest] { world.transport.sent(to: Self.route) }

    /// A running travel whose end the server refused because of the token.
    private func refused(_ world: World) throws -> Voyage {
        let voyage = try world.makeTravel()
        try voyage.run()
        let end = try voyage.end()
        world.transport.answer(Self.route, .success(.gateway(401, "InvalidApiKey")))
        #expect(end.ended?.confirmed == false)
        return voyage
    }

    private func renew(_ world: World, _ token: String = newer) throws {
        try world.engine.updateToken(token)
        world.loop.run()
    }

    @Test func `an expired token is followed by the newest one`() throws {
        let world = try World()
        let voyage = try refused(world)
        try renew(world)
        #expect(sent(world).count == 2)
        #expect(sent(world).last?.header("Authorization") == "Bearer \(Self.newer)")
        world.answer(Self.route, ["durationSec": 5])
        #expect(world.log.messages.contains { $0.contains("confirmed the end") })
        #expect(try voyage.end().ended?.confirmed == true)
    }

    @Test func `the handle may be released meanwhile, and everything is let go of after`() throws {
        let world = try World()
        weak var travel: Travel?
        try {
            let voyage = try refused(world)
            travel = voyage.travel
            world.engine.release(voyage.travel)
            voyage.connection?.sink.closed()
            world.loop.run()
        }()
        #expect(travel != nil)
        try renew(world)
        #expect(world.transport.waiting(at: Self.route).count == 1)
        world.answer(Self.route, [:])
        #expect(travel == nil)
    }

    @Test func `a network that returns is used, with pauses`() throws {
        let world = try World()
        let voyage = try world.makeTravel()
        try voyage.run()
        _ = try voyage.end()
        for seconds in [1, 2, 3, 5] {
            world.breakDown(Self.route)
            let count = sent(world).count
            world.loop.advance(by: .seconds(seconds))
            #expect(sent(world).count == count + 1)
        }
        world.answer(Self.route, [:])
        world.loop.advance(by: .seconds(600))
        #expect(sent(world).count == 5)
    }

    @Test func `after 60 s nothing is left behind`() throws {
        let world = try World()
        weak var travel: Travel?
        try {
            let voyage = try world.makeTravel()
            try voyage.run()
            travel = voyage.travel
            world.engine.release(voyage.travel)
            voyage.connection?.sink.closed()
            world.loop.run()
        }()
        for _ in 0..<30 {
            world.breakDown(Self.route)
            world.loop.advance(by: .seconds(5))
        }
        #expect(world.transport.waiting(at: Self.route).isEmpty)
        #expect(travel == nil)
    }

    // MARK: Cleanup and shutdown

    @Test func `cleanup is not held up, and the end goes on with the forgotten token`() throws {
        let world = try World()
        try world.makeTravel().run()
        let cleaned = Outcome()
        world.engine.cleanup { cleaned.take($0) }
        world.loop.run()
        world.breakDown(Self.route)
        #expect(cleaned.count == 1)
        world.loop.advance(by: .seconds(1))
        #expect(sent(world).last?.header("Authorization") == "Bearer \(World.token)")
    }

    @Test func `no other service gets to see a token, old or new`() throws {
        let world = try World()
        try world.makeTravel().run()
        world.engine.cleanup { _ in }
        world.loop.run()
        world.breakDown(Self.route)
        var other = world.config()
        other.apiHost = "other.test"
        try world.engine.initialize(other)
        try renew(world)
        world.loop.advance(by: .seconds(1))
        let last = try #require(sent(world).last)
        #expect(sent(world).count == 2)
        #expect(!last.request.url.contains("other.test"))
        #expect(last.header("Authorization") == "Bearer \(World.token)")
    }

    @Test func `a shutdown waits for an end that may yet be confirmed, not for a token`() throws {
        let world = try World()
        let voyage = try world.makeTravel()
        try voyage.run()
        #expect(world.areEndsSettled)
        _ = try voyage.end()
        #expect(!world.areEndsSettled)
        world.breakDown(Self.route)
        #expect(!world.areEndsSettled)
        world.loop.advance(by: .seconds(1))
        world.transport.answer(Self.route, .success(.gateway(401, "InvalidApiKey")))
        #expect(world.areEndsSettled)
        try renew(world)
        #expect(!world.areEndsSettled)
        world.answer(Self.route, [:])
        #expect(world.areEndsSettled)
    }

    @Test func `a service that echoes secrets reveals none of them later`() throws {
        let world = try World()
        let voyage = try world.makeTravel()
        try voyage.run()
        _ = try voyage.end()
        world.breakDown(Self.route)
        world.loop.advance(by: .seconds(1))
        world.transport.answer(
            Self.route,
            .success(
                .json(
                    ["code": "Down", "request_id": .string("\(World.token) rtc-token-sample")],
                    status: 500
                )
            )
        )
        let texts = world.log.messages
        #expect(!texts.contains { $0.contains(World.token) || $0.contains("rtc-token-sample") })
    }
}

extension Outcome {
    /// The result of an end.
    var ended: OysterEndTravelData? {
        guard case .ended(let data)? = value else { return nil }
        return data
    }
}
