// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import HappyOysterSession

/// Which texts of a host are accepted.
@Suite struct SessionTextTests {
    private func code(_ body: () throws -> Void) -> Int? {
        do {
            try body()
            return nil
        } catch {
            return (error as? OysterSDKError)?.code
        }
    }

    @Test func `types of signals`() {
        let check = { (type: String) in code { try SessionText.check(SessionSignal(type: type)) } }
        #expect(check("chat-1_~") == nil)
        #expect(check(String(repeating: "a", count: 128)) == nil)
        #expect(check(String(repeating: "a", count: 129)) == 1461)
        for type in ["", "a b", "a.b", "ä", "a\u{0}"] { #expect(check(type) == 1461) }
        #expect(code { try SessionText.check(SessionSignal()) } == nil)
    }

    @Test func `data of signals`() {
        let check = { (data: String) in code { try SessionText.check(SessionSignal(data: data)) } }
        #expect(check(String(repeating: "a", count: 8192)) == nil)
        #expect(check(String(repeating: "a", count: 8193)) == 1413)
        #expect(check(String(repeating: "ä", count: 4096)) == nil)
        #expect(check(String(repeating: "ä", count: 4096) + "a") == 1413)
        #expect(check("a\u{0}b") == 1011)
        #expect(check("") == nil)
    }

    @Test func `ids`() {
        for id in ["a", "A-z_~.9", String(repeating: "a", count: 128)] {
            #expect(SessionText.isId(id))
        }
        for id in ["", ".", "..", "a/b", "a b", "ä", String(repeating: "a", count: 129)] {
            #expect(!SessionText.isId(id))
        }
    }

    @Test func `tokens`() {
        for token in ["", "a b", "a\n", "ä", String(repeating: "a", count: 30_001)] {
            #expect(code { _ = try SessionText.token(token) } == 1011)
        }
    }

    @Test func `options`() {
        let check = { (change: (inout SessionOptions) -> Void) in
            var options = SessionOptions(
                serverURL: "https://sessions.example.test",
                key: "key",
                sessionId: "1_MX4"
            )
            change(&options)
            return code { _ = try SessionConfig(options) }
        }
        #expect(check { _ in } == nil)
        #expect(check { $0.key = String(repeating: "ä", count: 128) } == nil)
        let changes: [(inout SessionOptions) -> Void] = [
            { $0.serverURL = "" }, { $0.serverURL = "http://sessions.example.test" },
            { $0.serverURL = "https://host/path" }, { $0.key = "" },
            { $0.key = String(repeating: "a", count: 129) }, { $0.sessionId = "" },
            { $0.sessionId = "a/b" }, { $0.timeoutMs = 0 }, { $0.timeoutMs = 600_001 },
            { $0.caFile = "" }, { $0.userAgent = "ä" },
        ]
        for change in changes { #expect(check(change) == 1011) }
    }
}
