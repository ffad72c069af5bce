// SPDX-License-Identifier: Apache-2.0
import HappyOysterSDK
import HappyOysterTestSupport
import Testing

/// Configuration, token and cleanup.
@MainActor @Suite struct EngineTests {
    nonisolated static let invalid = [
        OysterConfig(apiHost: "", model: "m"), OysterConfig(apiHost: "host", model: " "),
        OysterConfig(apiHost: "https://host/path", model: "m"),
        OysterConfig(apiHost: "host", model: "m", callbackTimeoutMs: 0),
    ]

    @Test(arguments: invalid)
    func `an invalid configuration is refused`(config: OysterConfig) {
        let engine = HappyOysterEngine.make()
        #expect(!engine.isReady)
        #expect(!engine.initialize(config: config))
        #expect(!engine.isReady)
        #expect(engine.initialize(config: OysterConfig(apiHost: "host", model: "m")))
        #expect(engine.isReady)
        #expect(!engine.initialize(config: config))
        #expect(engine.isReady)
    }

    @Test func `a new configuration replaces the former one, and the token is kept`() async throws {
        let gateway = try TestGateway()
        let acting = try gateway.credentials("acting")
        let engine = gateway.engine(acting)
        let adventure = try gateway.credentials("adventure")
        #expect(engine.initialize(config: gateway.config(adventure.model)))
        let travel = try engine.createTravel(ticket: adventure.ticket)
        #expect(!engine.initialize(config: gateway.config(acting.model)))
        #expect(try await travel.start().mode == .adventure)
        #expect(!engine.initialize(config: gateway.config(acting.model)))
        try await travel.end()
        #expect(engine.initialize(config: gateway.config(acting.model)))
        #expect(try await engine.createTravel(ticket: acting.ticket).start().mode == .acting)
    }

    @Test func `cleanup ends the travel, and forgets configuration and token`() async throws {
        let gateway = try TestGateway()
        let credentials = try gateway.credentials("adventure")
        let engine = gateway.engine(credentials)
        let travel = try engine.createTravel(ticket: credentials.ticket)
        try await travel.start()
        await engine.cleanup()
        #expect(travel.status == .ended)
        #expect(!engine.isReady)
        #expect(try gateway.requests("travels/end") == 1)
        #expect(await code { _ = try engine.createTravel(ticket: "tk_other") } == 100_001)
        engine.initialize(config: gateway.config(credentials.model))
        let next = try engine.createTravel(ticket: "tk_other")
        #expect(await code { try await next.start() } == 101_001)
    }

    @Test func `cleanup of an engine that was never used returns`() async {
        await HappyOysterEngine.make().cleanup()
    }

    @Test func `an engine lives as long as its travel`() async throws {
        let gateway = try TestGateway()
        let credentials = try gateway.credentials("adventure")
        var engine: HappyOysterEngine? = gateway.engine(credentials)
        let travel = try #require(try engine?.createTravel(ticket: credentials.ticket))
        engine = nil
        #expect(try await travel.start().mode == .adventure)
        try await travel.end()
    }

    @Test func `the shared engine is the same each time, and has the version of the library`() {
        #expect(HappyOysterEngine.shared === HappyOysterEngine.shared)
        #expect(HappyOysterEngine.version.split(separator: ".").count == 3)
    }

    @Test func `two engines have a travel each at the same time`() async throws {
        let gateway = try TestGateway()
        let travels = try (0..<8).map { _ in try gateway.travel("adventure") }
        let starts = travels.map { travel in Task { try await travel.start().mode } }
        for start in starts { #expect(try await start.value == .adventure) }
        for travel in travels { try await travel.end() }
    }
}
