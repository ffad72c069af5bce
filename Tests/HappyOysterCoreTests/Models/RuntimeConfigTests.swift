// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

/// Configurations that are accepted, and those that are refused.
@Suite struct RuntimeConfigTests {
    private func config(_ change: (inout OysterConfig) -> Void = { _ in }) -> OysterConfig {
        var config = OysterConfig(apiHost: "host.test", model: "happyoyster-1.0-adventure")
        change(&config)
        return config
    }

    private func code(_ config: OysterConfig) -> Int {
        do {
            _ = try RuntimeConfig(config)
            return 0
        } catch {
            return error.code
        }
    }

    @Test func `the defaults are the reference's`() throws {
        let valid = try RuntimeConfig(config())
        #expect(valid.callbackTimeout == .seconds(30))
        #expect(valid.pollInterval == .seconds(2))
        #expect(valid.streamChoice == .auto)
        #expect(valid.userAgent == LibraryVersion.userAgent)
        #expect(valid.address.origin == "https://host.test")
    }

    @Test(arguments: [
        "happyoyster-1.0-adventure", "m", "A_b-9.x", String(repeating: "m", count: 128),
    ])
    func `a valid model is accepted`(_ model: String) {
        #expect(code(config { $0.model = model }) == 0)
    }

    @Test(arguments: [
        "", " ", "a b", "a/b", "../x", "..", ".", "a?b", "a%2Fb", "modèle", "a\n",
        String(repeating: "m", count: 129),
    ])
    func `an invalid model is refused`(_ model: String) {
        #expect(code(config { $0.model = model }) == 100_002)
    }

    @Test(arguments: [
        (0, false), (1, true), (600_000, true), (600_001, false), (-1, false), (Int.max, false),
    ])
    func `the timeout has bounds`(_ ms: Int, _ isGood: Bool) {
        #expect(code(config { $0.callbackTimeoutMs = ms }) == (isGood ? 0 : 100_002))
    }

    @Test(arguments: [
        (49, false), (50, true), (60_000, true), (60_001, false), (0, false), (Int.min, false),
    ])
    func `the poll interval has bounds`(_ ms: Int, _ isGood: Bool) {
        #expect(code(config { $0.pollIntervalMs = ms }) == (isGood ? 0 : 100_002))
    }

    @Test(arguments: [
        ("auto", RuntimeConfig.StreamChoice.auto), ("", .auto), ("loopback", .loopback),
        ("webrtc", .webrtc), ("/opt/engine.so", .adapter(path: "/opt/engine.so")),
        ("./engine.so", .adapter(path: "./engine.so")),
    ])
    func `a valid stream_engine is accepted`(_ text: String, _ choice: RuntimeConfig.StreamChoice)
        throws
    {
        #expect(try RuntimeConfig(config { $0.streamEngine = text }).streamChoice == choice)
    }

    @Test(arguments: ["Auto", "engine.so", "agora", " auto"])
    func `an invalid stream_engine is refused`(_ text: String) {
        #expect(code(config { $0.streamEngine = text }) == 100_002)
    }

    @Test func `the application's name follows the library's in the user agent`() throws {
        let valid = try RuntimeConfig(config { $0.userAgent = "game/2.1" })
        #expect(valid.userAgent == LibraryVersion.userAgent + " game/2.1")
    }

    @Test(arguments: ["a\r\nX-Evil: 1", "gäme/1", "\u{7F}", String(repeating: "g", count: 129)])
    func `a user agent that could forge a header is refused`(_ text: String) {
        #expect(code(config { $0.userAgent = text }) == 100_002)
    }

    @Test func `a refusal names the field and never its value`() {
        let bad = "sk-secret-in-the-wrong-place/x"
        for change in [
            { $0.apiHost = bad }, { $0.model = bad }, { $0.streamEngine = "sk-secret" },
            { $0.userAgent = bad + "\n" },
        ] as [(inout OysterConfig) -> Void] {
            let error = #expect(throws: OysterSDKError.self) { try RuntimeConfig(config(change)) }
            #expect(error?.message.contains("sk-secret") == false)
            #expect(error?.message.isEmpty == false)
        }
    }
}
