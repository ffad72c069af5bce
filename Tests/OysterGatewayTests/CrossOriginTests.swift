// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@testable import OysterGateway

/// A web page of another origin uses the API, as the Web SDK does.
@Suite struct CrossOriginTests {
    private static let origin = "Origin: https://app.oyster.invalid"
    private static let worlds = "/api/v2/apps/happyoyster-1.0-adventure/openapi/v1/worlds"

    private func send(
        _ fixture: GatewayFixture,
        _ method: String,
        _ path: String,
        _ headers: [String],
        toControl: Bool = false
    ) throws -> BlockingResponse {
        let host = toControl ? fixture.gateway.controlURL : fixture.gateway.apiURL
        var request = BlockingRequest(method, host + path)
        request.headers = headers
        request.wantsHead = true
        return try fixture.client.send(request)
    }

    @Test(arguments: [worlds, "/api/v1/tokens", "/rtc/v1/channels/c", "/server-api/worlds"])
    func `a preflight request is allowed for the API routes`(path: String) throws {
        let asked = "authorization,content-type,x-happy-oyster-mode"
        let response = try send(
            try GatewayFixture(),
            "OPTIONS",
            path,
            [
                Self.origin, "Access-Control-Request-Method: POST",
                "Access-Control-Request-Headers: \(asked)",
                "Access-Control-Request-Private-Network: true",
            ]
        )
        #expect(response.text.contains(" 204 "))
        #expect(response.header("Access-Control-Allow-Origin") == "*")
        #expect(response.header("Access-Control-Allow-Headers") == asked)
        #expect(response.header("Access-Control-Allow-Methods") == "GET, POST, DELETE, OPTIONS")
        #expect(response.header("Access-Control-Allow-Private-Network") == "true")
    }

    @Test func `a preflight without header names allows the headers of the SDKs`() throws {
        let headers = [Self.origin, "Access-Control-Request-Method: POST"]
        let response = try send(try GatewayFixture(), "OPTIONS", Self.worlds, headers)
        let allowed = response.header("Access-Control-Allow-Headers") ?? ""
        for name in ["Authorization", "Content-Type", "X-Happy-Oyster-Mode"] {
            #expect(allowed.contains(name))
        }
    }

    @Test(arguments: [(nil, 401), ("sk-development", 200)] as [(String?, Int)])
    func `responses and refusals have CORS headers`(key: String?, status: Int) throws {
        let headers = [Self.origin] + (key.map { ["Authorization: Bearer \($0)"] } ?? [])
        let response = try send(try GatewayFixture(), "GET", Self.worlds, headers)
        #expect(response.status == status)
        #expect(response.header("Access-Control-Allow-Origin") == "*")
        #expect(response.header("Access-Control-Expose-Headers") == "Location, Retry-After")
    }

    @Test func `the Location of an SDP answer may be read`() throws {
        let fixture = try GatewayFixture.withMedia()
        var offer = fixture.offer(try fixture.watchable())
        offer.headers.append(Self.origin)
        let response = try fixture.client.send(offer)
        #expect(response.status == 201)
        #expect(response.header("Access-Control-Allow-Origin") == "*")
        #expect(response.header("Location") != nil)
    }

    @Test func `a request without Origin gets no CORS headers`() throws {
        let fixture = try GatewayFixture()
        let response = try send(fixture, "GET", Self.worlds, [])
        #expect(response.header("Access-Control-Allow-Origin") == nil)
        #expect(try send(fixture, "OPTIONS", Self.worlds, []).status == 405)
    }

    @Test(arguments: ["/", "/watch/travels", "/watch/status"])
    func `the watch pages accept their own origin only`(path: String) throws {
        let response = try send(try GatewayFixture(), "GET", path, [Self.origin])
        #expect(response.header("Access-Control-Allow-Origin") == nil)
    }

    @Test func `the control port sends no CORS headers`() throws {
        let fixture = try GatewayFixture()
        let response = try send(fixture, "GET", "/settings", [Self.origin], toControl: true)
        #expect(response.header("Access-Control-Allow-Origin") == nil)
        let headers = [Self.origin, "Access-Control-Request-Method: POST"]
        let preflight = try send(fixture, "OPTIONS", "/settings", headers, toControl: true)
        #expect(preflight.status == 405)
    }
}
