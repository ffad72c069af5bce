// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import OysterSessionServer

@Suite struct RoutesTests {
    private static func request(
        _ method: String,
        _ target: String,
        _ fields: [HTTPRequest.Field: String] = [:]
    ) -> HTTPRequest {
        var request = HTTPRequest(method: method, target: RequestTarget(target))
        request.add(.host, "h")
        for (field, value) in fields { request.add(field, value) }
        return request
    }

    @Test func `each path of the protocol has its route`() throws {
        let base = "/v1/sessions/s/connections"
        let routes: [(String, String, Route)] = [
            ("GET", "/healthz", .health), ("HEAD", "/healthz", .health),
            ("GET", "/metrics", .metrics), ("POST", "/v1/sessions", .createSession),
            ("POST", base, .connect(session: "s")),
            ("GET", base + "/c/events?wait=1", .events(session: "s", connection: "c")),
            ("POST", base + "/c/requests", .requests(session: "s", connection: "c")),
            ("POST", base + "/c/resume", .resume(session: "s", connection: "c")),
            ("OPTIONS", base, .options), ("OPTIONS", "/nowhere", .options),
        ]
        for (method, target, route) in routes {
            #expect(try Route.find(Self.request(method, target)) == route, "\(method) \(target)")
        }
    }

    @Test(arguments: [
        "/", "/v1", "/v1/sessions/", "/v1/sessions/s", "/v1/sessions/s/connections/",
        "/v1/sessions/s/connections/c", "/v1/sessions/s/connections/c/events/", "/v2/sessions",
        "/v1/sessions/s/connections/c/other", "/healthz/", "//healthz",
    ])
    func `another path is 404 with 1011`(_ target: String) {
        let error = #expect(throws: Refusal.self) { try Route.find(Self.request("GET", target)) }
        #expect(error?.status == 404)
        #expect(error?.code == .invalid)
    }

    @Test(arguments: [
        ("POST", "/healthz"), ("GET", "/v1/sessions"), ("DELETE", "/v1/sessions"),
        ("HEAD", "/v1/sessions/s/connections/c/events"),
    ])
    func `another method is 405`(_ method: String, _ target: String) {
        let error = #expect(throws: Refusal.self) { try Route.find(Self.request(method, target)) }
        #expect(error?.status == 405)
    }

    @Test func `a plain head is accepted`() {
        let fields: [HTTPRequest.Field: String] = [
            .contentType: "application/json; charset=utf-8", .contentLength: "2",
        ]
        #expect(RequestHead.refusal(Self.request("POST", "/v1/sessions", fields)) == nil)
    }

    @Test(arguments: [
        [HTTPRequest.Field.contentType: "text/plain"], [.contentLength: "-1"],
        [.contentLength: "1, 1"], [.contentLength: "99999999999999999999"],
        [.transferEncoding: "gzip"], [.transferEncoding: "chunked", .contentLength: "1"],
    ])
    func `a head that is ambiguous or of another type is 400`(
        _ fields: [HTTPRequest.Field: String]
    ) {
        let refusal = RequestHead.refusal(Self.request("POST", "/v1/sessions", fields))
        #expect(refusal?.status == 400)
        #expect(refusal?.code == .invalid)
    }

    @Test func `a repeated field, a missing host and a long head are refused`() {
        var request = Self.request("GET", "/healthz")
        request.headSize = RequestHead.longest
        #expect(RequestHead.refusal(request) == nil)
        request.headSize += 1
        #expect(RequestHead.refusal(request)?.status == 431)
        request = Self.request("GET", "/healthz", [.authorization: "a"])
        request.add(.authorization, "b")
        #expect(RequestHead.refusal(request)?.status == 400)
        request = HTTPRequest(method: "GET", target: RequestTarget("/healthz"))
        #expect(RequestHead.refusal(request)?.status == 400)
        request.isCurrent = false
        #expect(RequestHead.refusal(request) == nil)
        request = HTTPRequest(method: "GET", target: nil)
        #expect(RequestHead.refusal(request)?.status == 400)
    }

    @Test func `wait is a number of seconds up to 30`() throws {
        #expect(try RequestHead.wait(RequestTarget("/e")) == nil)
        #expect(try RequestHead.wait(RequestTarget("/e?wait=0")) == 0)
        #expect(try RequestHead.wait(RequestTarget("/e?wait=30")) == 30)
        for text in ["", "31", "-1", "+1", "1.5", "x", "999999999999999999999"] {
            #expect(throws: Refusal.self) {
                try RequestHead.wait(RequestTarget("/e?wait=\(text)"))
            }
        }
    }

    @Test(arguments: [
        ("Bearer abc", "abc"), ("bearer  abc", "abc"), ("Bearer ", nil), ("Basic abc", nil),
        ("Bearer", nil), ("", nil),
    ])
    func `the bearer of an authorization is read`(_ header: String, _ bearer: String?) {
        #expect(Self.request("GET", "/metrics", [.authorization: header]).bearer == bearer)
    }

    @Test func `all origins are allowed by default`() {
        let headers = CrossOrigin(["*"]).headers(Self.request("GET", "/"))
        #expect(headers.map(\.name).contains("Access-Control-Allow-Origin"))
        #expect(headers.first?.value == "*")
    }

    @Test func `a list of origins allows these only`() {
        let rules = CrossOrigin(["https://a.example"])
        let allowed = rules.headers(Self.request("GET", "/", [.origin: "https://a.example"]))
        #expect(allowed.first?.value == "https://a.example")
        let other = rules.headers(Self.request("GET", "/", [.origin: "https://b.example"]))
        #expect(other.map(\.name) == ["Vary"])
    }
}
