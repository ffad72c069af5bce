// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import OysterSessionServer

@Suite struct RequestTargetTests {
    @Test func `a path has its segments decoded`() throws {
        let target = try #require(RequestTarget("/v1/sessions/a%7Eb/connections"))
        #expect(target.segments == ["v1", "sessions", "a~b", "connections"])
        #expect(target.query.isEmpty)
    }

    @Test func `an encoded slash does not make a segment`() throws {
        let target = try #require(RequestTarget("/v1/sessions/a%2Fb"))
        #expect(target.segments == ["v1", "sessions", "a/b"])
    }

    @Test func `a query has names and values`() throws {
        let target = try #require(RequestTarget("/events?wait=20&x&y=a%3Db=c"))
        #expect(target.query("wait") == "20")
        #expect(target.query("x")?.isEmpty == true)
        #expect(target.query("y") == "a=b=c")
        #expect(target.query("z") == nil)
    }

    @Test func `a proxy's absolute form names the same path`() {
        #expect(RequestTarget("http://example.org/healthz") == RequestTarget("/healthz"))
    }

    @Test(arguments: [
        "", "healthz", "/a b", "/a\u{7f}", "/a%", "/a%4", "/a%zz", "/a%00", "/a%0a", "/%ff", "/a#b",
        "http://example.org",
    ])
    func `a malformed target is refused`(_ text: String) {
        #expect(RequestTarget(text) == nil)
    }

    @Test func `a target beyond 8192 bytes is refused`() {
        #expect(RequestTarget("/" + String(repeating: "a", count: 8191)) != nil)
        #expect(RequestTarget("/" + String(repeating: "a", count: 8192)) == nil)
    }
}
