// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// When the gate is asked, and what a closed one does.
@Suite struct EngineGateTests {
    static let route = "feature-gate"

    /// An engine whose first gate fetch has not been answered.
    private func world(callbackTimeoutMs: Int = 30_000) throws -> World {
        let world = World(bare: .adventure)
        var config = world.config()
        config.callbackTimeoutMs = callbackTimeoutMs
        try world.engine.initialize(config)
        try world.engine.updateToken(World.token)
        world.loop.run()
        return world
    }

    private func asked(_ world: World) -> Int { world.transport.sent(to: Self.route).count }

    @Test func `the gate is asked after each token update`() throws {
        let world = try world()
        #expect(asked(world) == 1)
        try world.engine.updateToken("st-the-second-token")
        world.loop.run()
        #expect(asked(world) == 2)
        let last = world.transport.sent(to: Self.route).last
        #expect(last?.header("Authorization") == "Bearer st-the-second-token")
    }

    @Test func `start waits for the answer and enters only then`() throws {
        let world = try world()
        let start = try world.makeTravel().start()
        #expect(world.transport.sent(to: "travels/enter-travel").isEmpty)
        world.answer(Self.route, ["enabled": true])
        #expect(world.transport.sent(to: "travels/enter-travel").count == 1)
        #expect(start.code == nil)
    }

    @Test func `an answer is used for 60 s`() throws {
        let world = try world()
        world.answer(Self.route, ["enabled": true])
        world.loop.advance(by: .milliseconds(59_999))
        _ = try world.makeTravel().start()
        #expect(asked(world) == 1)
        #expect(world.transport.sent(to: "travels/enter-travel").count == 1)
    }

    @Test func `an older answer is asked for again before start`() throws {
        let world = try world()
        world.answer(Self.route, ["enabled": true])
        world.loop.advance(by: .seconds(60))
        _ = try world.makeTravel().start()
        #expect(asked(world) == 2)
        #expect(world.transport.sent(to: "travels/enter-travel").isEmpty)
        world.answer(Self.route, ["enabled": true])
        #expect(world.transport.sent(to: "travels/enter-travel").count == 1)
    }

    static let failures: [Result<HTTPResponse, HTTPFailure>] = [
        .failure(.timedOut), .failure(.tooLarge), .failure(.transport("refused")),
        .success(.gateway(404, "NotFound")), .success(.gateway(401, "InvalidApiKey")),
        .success(.gateway(403, "AccessDenied")), .success(.text("", status: 404)),
        .success(.text("<html>", status: 200)), .success(.text("", status: 500)),
        .success(.refusal(404_000)), .success(.refusal(500_000)), .success(.json([:])),
        .success(.json([1])), .success(.data(nil)), .success(.data(["enabled": "no"])),
    ]

    @Test(arguments: failures)
    func `a gate that fails in any way is open`(_ failure: Result<HTTPResponse, HTTPFailure>) throws
    {
        let world = try world()
        let voyage = try world.makeTravel()
        _ = try voyage.start()
        world.transport.answer(Self.route, failure)
        #expect(world.transport.sent(to: "travels/enter-travel").count == 1)
        #expect(voyage.errors.isEmpty)
    }

    @Test func `a gate that never answers holds start up for 3 s at most`() throws {
        let world = try world()
        _ = try world.makeTravel().start()
        world.loop.advance(by: .seconds(3))
        #expect(world.transport.sent(to: "travels/enter-travel").count == 1)
    }

    @Test func `and for a quarter of the bound of a step at most`() throws {
        let world = try world(callbackTimeoutMs: 1000)
        _ = try world.makeTravel().start()
        world.loop.advance(by: .milliseconds(249))
        #expect(world.transport.sent(to: "travels/enter-travel").isEmpty)
        world.loop.advance(by: .milliseconds(1))
        #expect(world.transport.sent(to: "travels/enter-travel").count == 1)
    }

    static let closed: [JSONValue] = [
        ["enabled": false, "reason": "Maintenance"], ["enabled": true, "minimumVersion": "99.0.0"],
    ]

    @Test(arguments: closed)
    func `a closed gate refuses start with 108001 and nothing is entered`(_ data: JSONValue) throws
    {
        let world = try world()
        let voyage = try world.makeTravel()
        let start = try voyage.start()
        world.answer(Self.route, data)
        #expect(start.code == 108_001)
        #expect(start.error?.raw.message?.isEmpty == false)
        #expect(world.transport.sent(to: "travels/enter-travel").isEmpty)
        #expect(voyage.travel.status == .idle)
        let again = try voyage.start()
        #expect(again.code == 108_001)
    }

    @Test(arguments: closed)
    func `a gate that closes ends the running travel with 108001`(_ data: JSONValue) throws {
        let world = try world()
        world.answer(Self.route, ["enabled": true])
        let voyage = try world.makeTravel()
        try voyage.run()
        try world.engine.updateToken(World.token)
        world.loop.run()
        world.answer(Self.route, data)
        #expect(voyage.errors.map(\.code) == [108_001])
        #expect(voyage.errors.first?.endsTravel == true)
        #expect(voyage.statuses.last == .failed)
        #expect(voyage.connection?.hasLeft == true)
        #expect(world.transport.sent(to: "travels/end").count == 1)
    }

    // MARK: During a travel

    /// A running travel, and no answer of the gate within the last minute.
    private func longRunning() throws -> (World, Voyage) {
        let world = try World(.directing)
        let voyage = try world.makeTravel()
        try voyage.run()
        for _ in 0..<29 { world.poll("running") }
        #expect(asked(world) == 1)
        return (world, voyage)
    }

    @Test func `polls ask the gate again, once a minute`() throws {
        let (world, voyage) = try longRunning()
        for count in [2, 3, 4] {
            world.loop.advance(by: .seconds(2))
            #expect(asked(world) == count)
            world.answer(Self.route, ["enabled": true])
            for _ in 0..<30 { world.poll("running") }
            #expect(asked(world) == count)
        }
        #expect(voyage.travel.status == .running)
    }

    @Test(arguments: closed)
    func `a closed gate ends the travel, and what waits completes with 108001`(_ data: JSONValue)
        throws
    {
        let (world, voyage) = try longRunning()
        world.loop.advance(by: .milliseconds(1999))
        let pause = try voyage.pause()
        #expect(world.transport.waiting(at: "travels/pause").count == 1)
        world.loop.advance(by: .milliseconds(1))
        world.answer(Self.route, data)
        #expect(pause.code == 108_001)
        #expect(pause.error?.raw.message?.isEmpty == false)
        #expect(voyage.statuses.last == .failed)
        #expect(voyage.errors.map(\.code) == [108_001])
        let later = [
            try voyage.pause(), try voyage.resume(), try voyage.rewind(4),
            try voyage.instruct("Rain"), try voyage.start(),
        ]
        #expect(later.map(\.code) == Array(repeating: 108_001, count: 5))
        #expect(later.allSatisfy { $0.error?.raw == pause.error?.raw })
        #expect(voyage.commandSlot.submit(.init(), generation: voyage.generation) == .switchedOff)
    }

    @Test func `an operation asks the gate without waiting for it`() throws {
        let world = try World(.directing) { $0.pollIntervalMs = 60_000 }
        world.loop.advance(by: .seconds(1))
        let voyage = try world.makeTravel()
        try voyage.run()
        world.loop.advance(by: .milliseconds(59_500))
        #expect(asked(world) == 1)
        let instruct = try voyage.instruct("Rain")
        #expect(asked(world) == 2)
        world.answer("travels/instruct", ["accepted": true])
        #expect(instruct.code == 0)
        #expect(world.transport.waiting(at: Self.route).count == 1)
    }

    @Test func `the end of a travel that the gate closed is not gated`() throws {
        let (world, voyage) = try longRunning()
        world.loop.advance(by: .seconds(2))
        world.answer(Self.route, ["enabled": false])
        world.answer("travels/end", ["durationSec": 60])
        let end = try voyage.end()
        #expect(end.ended?.status == .failed)
        #expect(end.ended?.confirmed == true)
    }

    @Test func `a gate that cannot be asked changes nothing`() throws {
        let (world, voyage) = try longRunning()
        world.loop.advance(by: .seconds(2))
        world.breakDown(Self.route)
        world.answer("travels/status", ["status": "running"])
        #expect(voyage.travel.status == .running)
        #expect(voyage.errors.isEmpty)
    }

    @Test func `end is not gated`() throws {
        let world = try world()
        let voyage = try world.makeTravel()
        world.answer(Self.route, ["enabled": false])
        let end = try voyage.end()
        #expect(end.code == 0)
    }

    @Test func `a gate that opens again lets start through`() throws {
        let world = try world()
        let voyage = try world.makeTravel()
        world.answer(Self.route, ["enabled": false])
        #expect(try voyage.start().code == 108_001)
        try world.engine.updateToken(World.token)
        world.loop.run()
        world.answer(Self.route, ["enabled": true])
        let start = try voyage.run()
        #expect(start.code == 0)
    }

    @Test func `the reason of a closed gate tells no secret`() throws {
        let world = try world()
        let start = try world.makeTravel().start()
        world.answer(Self.route, ["enabled": false, "reason": .string("no \(World.token) here")])
        #expect(start.error?.raw.message == "no <redacted> here")
    }
}
