// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@testable import OysterGateway

/// A web page of another origin uses the API, as with the Web SDK.
@Suite struct CrossOriginTests {
    private static let origin = "Origin: https://app.oyster.invalid"
    private static let worlds = "/api/v2/apps/happyoyster-1.0-adventure/openapi/v1/worlds"

    private func send(
        _ stage: Stage,
        _ method: String,
        _ path: String,
        _ headers: [String],
        toControl: Bool = false
    ) throws -> BlockingResponse {
        let host = toControl ? stage.gateway.controlURL : stage.gateway.apiURL
        var request = BlockingRequest(method, host + path)
        request.headers = headers
        request.wantsHead = true
        return try stage.client.send(request)
    }

    @Test(arguments: [worlds, "/api/v1/tokens", "/rtc/v1/channels/c", "/server-api/worlds"])
    func `a preflight is granted`(path: String) throws {
        let asked = "authorization,content-type,x-happy-oyster-mode"
        let response = try send(
            try Stage(),
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

    @Test func `without names the headers of the SDKs are allowed`() throws {
        let headers = [Self.origin, "Access-Control-Request-Method: POST"]
        let response = try send(try Stage(), "OPTIONS", Self.worlds, headers)
        let allowed = response.header("Access-Control-Allow-Headers") ?? ""
        for name in ["Authorization", "Content-Type", "X-Happy-Oyster-Mode"] {
            #expect(allowed.contains(name))
        }
    }

    @Test(arguments: [(nil, 401), ("sk-development", 200)] as [(String?, Int)])
    func `answers and refusals may be read`(key: String?, status: Int) throws {
        let headers = [Self.origin] + (key.map { ["Authorization: Bearer \($0)"] } ?? [])
        let response = try send(try Stage(), "GET", Self.worlds, headers)
        #expect(response.status == status)
        #expect(response.header("Access-Control-Allow-Origin") == "*")
        #expect(response.header("Access-Control-Expose-Headers") == "Location, Retry-After")
    }

    @Test func `the address of a session may be read`() throws {
        let stage = try Stage.withMedia()
        var offer = stage.offer(try stage.show())
        offer.headers.append(Self.origin)
        let response = try stage.client.send(offer)
        #expect(response.status == 201)
        #expect(response.header("Access-Control-Allow-Origin") == "*")
        #expect(response.header("Location") != nil)
    }

    @Test func `without an origin nothing is added`() throws {
        let stage = try Stage()
        let response = try send(stage, "GET", Self.worlds, [])
        #expect(response.header("Access-Control-Allow-Origin") == nil)
        #expect(try send(stage, "OPTIONS", Self.worlds, []).status == 405)
    }

    @Test(arguments: ["/", "/watch/travels", "/watch/status"])
    func `the pages are for their own origin alone`(path: String) throws {
        let response = try send(try Stage(), "GET", path, [Self.origin])
        #expect(response.header("Access-Control-Allow-Origin") == nil)
    }

    @Test func `the control port is for programs alone`() throws {
        let stage = try Stage()
        let response = try send(stage, "GET", "/settings", [Self.origin], toControl: true)
        #expect(response.header("Access-Control-Allow-Origin") == nil)
        let headers = [Self.origin, "Access-Control-Request-Method: POST"]
        let preflight = try send(stage, "OPTIONS", "/settings", headers, toControl: true)
        #expect(preflight.status == 405)
    }
}
