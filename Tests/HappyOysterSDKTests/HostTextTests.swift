// SPDX-License-Identifier: Apache-2.0
import HappyOysterSDK
import HappyOysterTestSupport
import Testing

/// Texts of the host that must not reach the wire.
@MainActor @Suite struct HostTextTests {
    /// Ends that break a header, a line, or the rule for credentials.
    nonisolated static let ends = ["\r\nX-Added: 1", "\n", "\r", "\0", " ", "\t", "é", "\u{7F}"]

    @Test(arguments: ends)
    func `a token that would break a header is refused, and the former token stays`(_ end: String)
        async throws
    {
        let gateway = try TestGateway()
        let credentials = try gateway.credentials("adventure")
        let engine = HappyOysterEngine.make()
        engine.initialize(config: gateway.config(credentials.model))
        engine.updateToken(credentials.token + end)
        let travel = try engine.createTravel(ticket: credentials.ticket)
        #expect(await code { try await travel.start() } == 101_001)
        #expect(try gateway.requests("travels/enter-travel") == 0)
        // The former token stays.
        engine.updateToken(credentials.token)
        engine.updateToken("")
        engine.updateToken(String(repeating: "t", count: 4097))
        #expect(await code { try await travel.start() } == 0)
        try await travel.end()
    }

    @Test(arguments: ends + [""])
    func `a ticket that breaks the rule for credentials is 109002`(_ end: String) async throws {
        let gateway = try TestGateway()
        let credentials = try gateway.credentials("adventure")
        let engine = gateway.engine(credentials)
        let ticket = end.isEmpty ? "" : credentials.ticket + end
        #expect(await code { _ = try engine.createTravel(ticket: ticket) } == 109_002)
        // Nothing was taken that would stand in the way of the next.
        #expect(await code { _ = try engine.createTravel(ticket: credentials.ticket) } == 0)
    }

    @Test(arguments: ["a\0b", "\0"])
    func `an instruction with a NUL character is 109002 and is not sent`(_ text: String)
        async throws
    {
        let gateway = try TestGateway()
        let travel = try gateway.travel("directing")
        try await travel.start()
        #expect(await code { try await travel.sendInstruct(content: text) } == 109_002)
        #expect(try gateway.requests("travels/instruct") == 0)
        try await travel.end()
    }

    @Test(arguments: ["\r\n", "\0", " evil", "/path?x", "#", "@user"])
    func `a host or model that would change the request is refused`(_ end: String) {
        for config in [
            OysterConfig(apiHost: "127.0.0.1", model: "happyoyster-1.0-adventure" + end),
            OysterConfig(apiHost: "localhost" + end + "x", model: "happyoyster-1.0-adventure"),
        ] {
            #expect(!HappyOysterEngine.make().initialize(config: config))
        }
    }

    @Test func `a path or user agent with a NUL character is refused`() {
        let good = OysterConfig(apiHost: "127.0.0.1", model: "happyoyster-1.0-adventure")
        for text in ["/tmp/a\0b", "/" + String(repeating: "a", count: 5000)] {
            var config = good
            config.caFile = text
            #expect(!HappyOysterEngine.make().initialize(config: config))
            config = good
            config.streamEngine = text
            #expect(!HappyOysterEngine.make().initialize(config: config))
            config = good
            config.userAgent = text
            #expect(!HappyOysterEngine.make().initialize(config: config))
        }
    }
}
