// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import OysterGateway
import Testing

/// Which key may call what, and where there is nothing to call.
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

    private func token(_ stage: Stage, seconds: Int64 = 1800) throws -> String {
        let made = try stage.client.control(
            "POST",
            "/credentials",
            ["mode": "directing", "maxTokenSeconds": .integer(seconds)]
        )
        return made["token"]?.stringValue ?? ""
    }

    @Test(arguments: primaryOnly)
    func `a temporary key is refused where the primary key is needed`(
        method: String,
        endpoint: String
    ) throws {
        let stage = try Stage()
        let body: JSONValue? = method == "POST" ? [:] : nil
        let code = try stage.code("directing", method, endpoint, body, key: try token(stage))
        #expect(code == 403_003)
    }

    @Test(arguments: forEither)
    func `a temporary key opens what clients call`(method: String, endpoint: String) throws {
        let stage = try Stage()
        let body: JSONValue? = method == "POST" ? [:] : nil
        let code = try stage.code("directing", method, endpoint, body, key: try token(stage))
        #expect(code == 400_000)
    }

    @Test(arguments: primaryOnly + forEither + [("GET", "feature-gate")])
    func `no route opens without a key`(method: String, endpoint: String) throws {
        let stage = try Stage()
        for key in [nil, "", "st-unknown", "sk-unknown"] {
            let response = try stage.client.call(
                Stage.model("directing"),
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

    @Test func `a temporary key expires`() throws {
        let stage = try Stage()
        let key = try token(stage, seconds: 60)
        let path = "travels/status?encryptedTravelId=\(Stage.stranger)"
        #expect(try stage.code("directing", "GET", path, key: key) == 404_000)
        try stage.advance(60_000)
        let response = try stage.client.call(Stage.model("directing"), "GET", path, key: key)
        #expect(response.status == 401)
    }

    @Test func `the token lifetime can be cut short, and a key revoked`() throws {
        let stage = try Stage(["tokenLifetimeMs": 500])
        let path = "travels/status?encryptedTravelId=\(Stage.stranger)"
        func status(_ key: String) throws -> Int {
            try stage.client.call(Stage.model("acting"), "GET", path, key: key).status
        }
        let short = try token(stage)
        #expect(try status(short) == 200)
        try stage.advance(500)
        #expect(try status(short) == 401)
        try stage.client.control("POST", "/settings", ["tokenLifetimeMs": nil])
        let revoked = try token(stage)
        try stage.client.control("POST", "/tokens/revoke", ["token": .string(revoked)])
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
    func `what does not exist is refused in shape D`(
        method: String,
        path: String,
        status: Int
    ) throws {
        let stage = try Stage()
        let response = try stage.client.send(BlockingRequest(method, stage.gateway.apiURL + path))
        #expect(response.status == status)
        #expect(response.json?["code"]?.stringValue?.isEmpty == false)
        #expect(response.json?["request_id"]?.stringValue?.isEmpty == false)
    }

    @Test(arguments: ["0", "1801", "x", "", "60.5"])
    func `a token lifetime out of range is refused`(seconds: String) throws {
        let stage = try Stage()
        let url = stage.gateway.apiURL + "/api/v1/tokens?expire_in_seconds=\(seconds)"
        var request = BlockingRequest("POST", url)
        request.headers = ["Authorization: Bearer \(Stage.primaryKey)"]
        let response = try stage.client.send(request)
        #expect(response.status == 400)
        #expect(response.json?["code"] == "InvalidParameter")
    }

    @Test func `a temporary key makes no keys`() throws {
        let stage = try Stage()
        var request = BlockingRequest("POST", stage.gateway.apiURL + "/api/v1/tokens")
        request.headers = ["Authorization: Bearer \(try token(stage))"]
        #expect(try stage.client.send(request).status == 403)
    }

    @Test func `a body must be a JSON object and say so`() throws {
        let stage = try Stage()
        let url = "\(stage.gateway.apiURL)/api/v2/apps/\(Stage.model("acting"))/openapi/v1/worlds"
        var request = BlockingRequest("POST", url)
        request.headers = ["Authorization: Bearer \(Stage.primaryKey)"]
        request.body = Array("{}".utf8)
        #expect(try stage.client.send(request).status == 400)
        request.headers.append("Content-Type: application/json; charset=utf-8")
        for text in ["", "[]", "{} x", "{\"a\":1,\"a\":1}"] {
            request.body = Array(text.utf8)
            let answer = try stage.client.send(request)
            #expect(answer.json?["output"]?["code"] == 400_000)
        }
    }

    @Test func `a body beyond 8 MiB is refused with 413`() throws {
        let stage = try Stage()
        let route = "/api/v2/apps/\(Stage.model("acting"))/openapi/v1/travels/end"
        var request = BlockingRequest("POST", stage.gateway.apiURL + route)
        request.headers = [
            "Authorization: Bearer \(Stage.primaryKey)", "Content-Type: application/json",
        ]
        request.body = [UInt8](repeating: 0x20, count: 8 << 20)
        #expect(try stage.client.send(request).json?["output"]?["code"] == 400_000)
        request.body?.append(0x20)
        let response = try stage.client.send(request)
        #expect(response.status == 413)
        #expect(response.json?["code"] == "RequestEntityTooLarge")
    }
}
