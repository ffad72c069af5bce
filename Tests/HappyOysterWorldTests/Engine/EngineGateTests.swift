// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// When the feature gate is asked, and the effect of a closed gate.
@Suite struct EngineGateTests {
    static let route = "feature-gate"

    /// An engine whose first request to the feature gate has no answer yet.
    private func makeFixture(callbackTimeoutMs: Int = 30_000) throws -> EngineFixture {
        let fixture = EngineFixture(bare: .adventure)
        var config = fixture.config()
        config.callbackTimeoutMs = callbackTimeoutMs
        try fixture.engine.initialize(config)
        try fixture.engine.updateToken(EngineFixture.token)
        fixture.loop.run()
        return fixture
    }

    private func asked(_ fixture: EngineFixture) -> Int {
        fixture.transport.sent(to: Self.route).count
    }

    @Test func `each token update asks the feature gate`() throws {
        let fixture = try makeFixture()
        #expect(asked(fixture) == 1)
        try fixture.engine.updateToken("st-the-second-token")
        fixture.loop.run()
        #expect(asked(fixture) == 2)
        let last = fixture.transport.sent(to: Self.route).last
        #expect(last?.header("Authorization") == "Bearer st-the-second-token")
    }

    @Test func `start waits for the feature gate before it sends enter-travel`() throws {
        let fixture = try makeFixture()
        let start = try fixture.makeTravel().start()
        #expect(fixture.transport.sent(to: "travels/enter-travel").isEmpty)
        fixture.answer(Self.route, ["enabled": true])
        #expect(fixture.transport.sent(to: "travels/enter-travel").count == 1)
        #expect(start.code == nil)
    }

    @Test func `an answer of the feature gate is used for 60 s`() throws {
        let fixture = try makeFixture()
        fixture.answer(Self.route, ["enabled": true])
        fixture.loop.advance(by: .milliseconds(59_999))
        _ = try fixture.makeTravel().start()
        #expect(asked(fixture) == 1)
        #expect(fixture.transport.sent(to: "travels/enter-travel").count == 1)
    }

    @Test func `an older answer is asked for again before start`() throws {
        let fixture = try makeFixture()
        fixture.answer(Self.route, ["enabled": true])
        fixture.loop.advance(by: .seconds(60))
        _ = try fixture.makeTravel().start()
        #expect(asked(fixture) == 2)
        #expect(fixture.transport.sent(to: "travels/enter-travel").isEmpty)
        fixture.answer(Self.route, ["enabled": true])
        #expect(fixture.transport.sent(to: "travels/enter-travel").count == 1)
    }

    static let failures: [Result<HTTPResponse, HTTPFailure>] = [
        .failure(.timedOut), .failure(.tooLong), .failure(.transport("refused")),
        .success(.gateway(404, "NotFound")), .success(.gateway(401, "InvalidApiKey")),
        .success(.gateway(403, "AccessDenied")), .success(.text("", status: 404)),
        .success(.text("<html>", status: 200)), .success(.text("", status: 500)),
        .success(.refusal(404_000)), .success(.refusal(500_000)), .success(.json([:])),
        .success(.json([1])), .success(.data(nil)), .success(.data(["enabled": "no"])),
    ]

    @Test(arguments: failures)
    func `a feature gate that fails in any way is open`(
        _ failure: Result<HTTPResponse, HTTPFailure>
    ) throws {
        let fixture = try makeFixture()
        let travel = try fixture.makeTravel()
        _ = try travel.start()
        fixture.transport.answer(Self.route, failure)
        #expect(fixture.transport.sent(to: "travels/enter-travel").count == 1)
        #expect(travel.errors.isEmpty)
    }

    @Test func `a feature gate without an answer delays start by at most 3 s`() throws {
        let fixture = try makeFixture()
        _ = try fixture.makeTravel().start()
        fixture.loop.advance(by: .seconds(3))
        #expect(fixture.transport.sent(to: "travels/enter-travel").count == 1)
    }

    @Test func `a feature gate without an answer delays start by at most a quarter of its bound`()
        throws
    {
        let fixture = try makeFixture(callbackTimeoutMs: 1000)
        _ = try fixture.makeTravel().start()
        fixture.loop.advance(by: .milliseconds(249))
        #expect(fixture.transport.sent(to: "travels/enter-travel").isEmpty)
        fixture.loop.advance(by: .milliseconds(1))
        #expect(fixture.transport.sent(to: "travels/enter-travel").count == 1)
    }

    static let closed: [JSONValue] = [
        ["enabled": false, "reason": "Maintenance"], ["enabled": true, "minimumVersion": "99.0.0"],
    ]

    @Test(arguments: closed)
    func `a closed feature gate refuses start with 108001, and no enter-travel is sent`(
        _ data: JSONValue
    ) throws {
        let fixture = try makeFixture()
        let travel = try fixture.makeTravel()
        let start = try travel.start()
        fixture.answer(Self.route, data)
        #expect(start.code == 108_001)
        #expect(start.error?.diagnostics.message?.isEmpty == false)
        #expect(fixture.transport.sent(to: "travels/enter-travel").isEmpty)
        #expect(travel.core.status == .idle)
        let again = try travel.start()
        #expect(again.code == 108_001)
    }

    @Test(arguments: closed)
    func `a feature gate that closes ends the running travel with 108001`(_ data: JSONValue) throws
    {
        let fixture = try makeFixture()
        fixture.answer(Self.route, ["enabled": true])
        let travel = try fixture.makeTravel()
        try travel.run()
        try fixture.engine.updateToken(EngineFixture.token)
        fixture.loop.run()
        fixture.answer(Self.route, data)
        #expect(travel.errors.map(\.code) == [108_001])
        #expect(travel.errors.first?.endsTravel == true)
        #expect(travel.statuses.last == .failed)
        #expect(travel.connection?.hasLeft == true)
        #expect(fixture.transport.sent(to: "travels/end").count == 1)
    }

    // MARK: During a travel

    /// A running travel whose last answer of the feature gate is older than a minute.
    private func longRunning() throws -> (EngineFixture, TravelFixture) {
        let fixture = try EngineFixture(.directing)
        let travel = try fixture.makeTravel()
        try travel.run()
        for _ in 0..<29 { fixture.poll("running") }
        #expect(asked(fixture) == 1)
        return (fixture, travel)
    }

    @Test func `polls ask the feature gate once a minute`() throws {
        let (fixture, travel) = try longRunning()
        for count in [2, 3, 4] {
            fixture.loop.advance(by: .seconds(2))
            #expect(asked(fixture) == count)
            fixture.answer(Self.route, ["enabled": true])
            for _ in 0..<30 { fixture.poll("running") }
            #expect(asked(fixture) == count)
        }
        #expect(travel.core.status == .running)
    }

    @Test(arguments: closed)
    func `a feature gate that closes completes pending operations with 108001`(_ data: JSONValue)
        throws
    {
        let (fixture, travel) = try longRunning()
        fixture.loop.advance(by: .milliseconds(1999))
        let pause = try travel.pause()
        #expect(fixture.transport.waiting(at: "travels/pause").count == 1)
        fixture.loop.advance(by: .milliseconds(1))
        fixture.answer(Self.route, data)
        #expect(pause.code == 108_001)
        #expect(pause.error?.diagnostics.message?.isEmpty == false)
        #expect(travel.statuses.last == .failed)
        #expect(travel.errors.map(\.code) == [108_001])
        let later = [
            try travel.pause(), try travel.resume(), try travel.rewind(4),
            try travel.instruct("Rain"), try travel.start(),
        ]
        #expect(later.map(\.code) == Array(repeating: 108_001, count: 5))
        #expect(later.allSatisfy { $0.error?.diagnostics == pause.error?.diagnostics })
        #expect(travel.commandSlot.submit(.init(), generation: travel.generation) == .switchedOff)
    }

    @Test func `an operation asks the feature gate without waiting for it`() throws {
        let fixture = try EngineFixture(.directing) { $0.pollIntervalMs = 60_000 }
        fixture.loop.advance(by: .seconds(1))
        let travel = try fixture.makeTravel()
        try travel.run()
        fixture.loop.advance(by: .milliseconds(59_500))
        #expect(asked(fixture) == 1)
        let instruct = try travel.instruct("Rain")
        #expect(asked(fixture) == 2)
        fixture.answer("travels/instruct", ["accepted": true])
        #expect(instruct.code == 0)
        #expect(fixture.transport.waiting(at: Self.route).count == 1)
    }

    @Test func `the end of a travel that the feature gate ended does not ask the gate`() throws {
        let (fixture, travel) = try longRunning()
        fixture.loop.advance(by: .seconds(2))
        fixture.answer(Self.route, ["enabled": false])
        fixture.answer("travels/end", ["durationSec": 60])
        let end = try travel.end()
        #expect(end.ended?.status == .failed)
        #expect(end.ended?.confirmed == true)
    }

    @Test func `a feature gate that fails during a travel has no effect`() throws {
        let (fixture, travel) = try longRunning()
        fixture.loop.advance(by: .seconds(2))
        fixture.failOnNetwork(Self.route)
        fixture.answer("travels/status", ["status": "running"])
        #expect(travel.core.status == .running)
        #expect(travel.errors.isEmpty)
    }

    @Test func `end does not ask the feature gate`() throws {
        let fixture = try makeFixture()
        let travel = try fixture.makeTravel()
        fixture.answer(Self.route, ["enabled": false])
        let end = try travel.end()
        #expect(end.code == 0)
    }

    @Test func `start succeeds after the feature gate opens again`() throws {
        let fixture = try makeFixture()
        let travel = try fixture.makeTravel()
        fixture.answer(Self.route, ["enabled": false])
        #expect(try travel.start().code == 108_001)
        try fixture.engine.updateToken(EngineFixture.token)
        fixture.loop.run()
        fixture.answer(Self.route, ["enabled": true])
        let start = try travel.run()
        #expect(start.code == 0)
    }

    @Test func `the reason of a closed feature gate contains no secret`() throws {
        let fixture = try makeFixture()
        let start = try fixture.makeTravel().start()
        fixture.answer(
            Self.route,
            ["enabled": false, "reason": .string("no \(EngineFixture.token) here")]
        )
        #expect(start.error?.diagnostics.message == "no <redacted> here")
    }
}
