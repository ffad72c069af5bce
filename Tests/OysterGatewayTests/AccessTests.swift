// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import OysterGateway
import Testing

/// The routes that each kind of key may use, and the refusals of unknown routes.
@Suite(.blocking) struct AccessTests {
    private static let primaryOnly = [
        ("POST", "worlds"), ("GET", "worlds"), ("GET", "worlds/detail"), ("POST", "worlds/delete"),
        ("POST", "worlds/get-travel-credential"), ("GET", "travels"), ("GET", "travels/artifacts"),
    ]
    private static let forEither = [
        ("GET", "worlds/build-status"), ("POST", "travels/enter-travel"), ("GET", "travels/status"),
        ("POST", "travels/instruct"), ("POST", "travels/pause"), ("POST", "travels/resume"),
        ("POST", "travels/rewind"), ("POST", "travels/update-script"), ("POST", "travels/end"),
    ]

    private func token(_ fixture: GatewayFixture, seconds: Int64 = 1800) throws -> String {
        let made = try fixture.client.control(
            "POST",
            "/credentials",
            ["mode": "directing", "maxTokenSeconds": .integer(seconds)]
        )
        return made["token"]?.stringValue ?? ""
    }

    @Test(arguments: primaryOnly)
    func `a temporary key is refused with 403003 on routes that need the primary key`(
        method: String,
        endpoint: String
    ) throws {
        let fixture = try GatewayFixture()
        let body: JSONValue? = method == "POST" ? [:] : nil
        let code = try fixture.code("directing", method, endpoint, body, key: try token(fixture))
        #expect(code == 403_003)
    }

    @Test(arguments: forEither)
    func `a temporary key may use the routes of clients`(method: String, endpoint: String) throws {
        let fixture = try GatewayFixture()
        let body: JSONValue? = method == "POST" ? [:] : nil
        let code = try fixture.code("directing", method, endpoint, body, key: try token(fixture))
        #expect(code == 400_000)
    }

    @Test(arguments: primaryOnly + forEither + [("GET", "feature-gate")])
    func `each route refuses a request without a valid key with 401`(
        method: String,
        endpoint: String
    ) throws {
        let fixture = try GatewayFixture()
        for key in [nil, "", "st-unknown", "sk-unknown"] {
            let response = try fixture.client.call(
                GatewayFixture.model("directing"),
                method,
                endpoint,
                key: key,
                body: method == "POST" ? [:] : nil
            )
            #expect(response.status == 401)
            #expect(response.json?["code"] == "InvalidApiKey")
            #expect(response.json?["request_id"]?.stringValue?.isEmpty == false)
        }
    }

    @Test func `an expired temporary key is refused`() throws {
        let fixture = try GatewayFixture()
        let key = try token(fixture, seconds: 60)
        let path = "travels/status?encryptedTravelId=\(GatewayFixture.unknownID)"
        #expect(try fixture.code("directing", "GET", path, key: key) == 404_000)
        try fixture.advance(60_000)
        let response = try fixture.client.call(
            GatewayFixture.model("directing"),
            "GET",
            path,
            key: key
        )
        #expect(response.status == 401)
    }

    @Test func `tokenLifetimeMs shortens a key, and revoke ends it`() throws {
        let fixture = try GatewayFixture(["tokenLifetimeMs": 500])
        let path = "travels/status?encryptedTravelId=\(GatewayFixture.unknownID)"
        func status(_ key: String) throws -> Int {
            try fixture.client.call(GatewayFixture.model("acting"), "GET", path, key: key).status
        }
        let short = try token(fixture)
        #expect(try status(short) == 200)
        try fixture.advance(500)
        #expect(try status(short) == 401)
        try fixture.client.control("POST", "/settings", ["tokenLifetimeMs": nil])
        let revoked = try token(fixture)
        try fixture.client.control("POST", "/tokens/revoke", ["token": .string(revoked)])
        #expect(try status(revoked) == 401)
    }

    @Test(arguments: [
        ("GET", "/nothing", 404), ("GET", "/api/v2/apps/happyoyster-1.0-acting/openapi/v1", 404),
        ("GET", "/api/v2/apps/happyoyster-1.0-acting/openapi/v1/nothing", 404),
        ("GET", "/api/v2/apps/happyoyster-1.0/openapi/v1/worlds", 404),
        ("DELETE", "/api/v2/apps/happyoyster-1.0-acting/openapi/v1/worlds", 405),
        ("GET", "/api/v2/apps/happyoyster-1.0-acting/openapi/v1/travels/end", 405),
        ("GET", "/api/v1/tokens", 405),
    ])
    func `an unknown route, model or method is refused in shape D`(
        method: String,
        path: String,
        status: Int
    ) throws {
        let fixture = try GatewayFixture()
        let response = try fixture.client.send(
            BlockingRequest(method, fixture.gateway.apiURL + path)
        )
        #expect(response.status == status)
        #expect(response.json?["code"]?.stringValue?.isEmpty == false)
        #expect(response.json?["request_id"]?.stringValue?.isEmpty == false)
    }

    @Test(arguments: ["0", "1801", "x", "", "60.5"])
    func `a token lifetime out of range is refused`(seconds: String) throws {
        let fixture = try GatewayFixture()
        let url = fixture.gateway.apiURL + "/api/v1/tokens?expire_in_seconds=\(seconds)"
        var request = BlockingRequest("POST", url)
        request.headers = ["Authorization: Bearer \(GatewayFixture.primaryKey)"]
        let response = try fixture.client.send(request)
        #expect(response.status == 400)
        #expect(response.json?["code"] == "InvalidParameter")
    }

    @Test func `a temporary key cannot create keys`() throws {
        let fixture = try GatewayFixture()
        var request = BlockingRequest("POST", fixture.gateway.apiURL + "/api/v1/tokens")
        request.headers = ["Authorization: Bearer \(try token(fixture))"]
        #expect(try fixture.client.send(request).status == 403)
    }

    @Test func `a body that is not a JSON object with its content type is refused`() throws {
        let fixture = try GatewayFixture()
        let url =
            "\(fixture.gateway.apiURL)/api/v2/apps/\(GatewayFixture.model("acting"))/openapi/v1/worlds"
        var request = BlockingRequest("POST", url)
        request.headers = ["Authorization: Bearer \(GatewayFixture.primaryKey)"]
        request.body = Array("{}".utf8)
        #expect(try fixture.client.send(request).status == 400)
        request.headers.append("Content-Type: application/json; charset=utf-8")
        for text in ["", "[]", "{} x", "{\"a\":1,\"a\":1}"] {
            request.body = Array(text.utf8)
            let answer = try fixture.client.send(request)
            #expect(answer.json?["output"]?["code"] == 400_000)
        }
    }

    @Test func `a body beyond 8 MiB is refused with 413`() throws {
        let fixture = try GatewayFixture()
        let route = "/api/v2/apps/\(GatewayFixture.model("acting"))/openapi/v1/travels/end"
        var request = BlockingRequest("POST", fixture.gateway.apiURL + route)
        request.headers = [
            "Authorization: Bearer \(GatewayFixture.primaryKey)", "Content-Type: application/json",
        ]
        request.body = [UInt8](repeating: 0x20, count: 8 << 20)
        #expect(try fixture.client.send(request).json?["output"]?["code"] == 400_000)
        request.body?.append(0x20)
        let response = try fixture.client.send(request)
        #expect(response.status == 413)
        #expect(response.json?["code"] == "RequestEntityTooLarge")
    }
}
