// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import OysterGateway
import Testing

@Suite(.blocking) struct ControlTests {
    private func refusal(
        _ fixture: GatewayFixture,
        _ method: String,
        _ path: String,
        _ body: JSONValue? = nil
    ) -> (status: Int, message: String)? {
        do {
            try fixture.client.control(method, path, body)
            return nil
        } catch {
            let failure = error as? GatewayClient.ControlFailure
            return (failure?.status ?? 0, failure?.json?["error"]?.stringValue ?? "")
        }
    }

    @Test(
        arguments: [
            ("adventure", [:]), ("directing", ["creationModel": "scriptlist"]),
            ("directing", ["resolution": "720p"]), ("acting", ["aspectRatio": "16:9"]),
        ] as [(String, JSONObject)]
    )
    func `credentials contain all that a client needs for a travel`(mode: String, more: JSONObject)
        throws
    {
        let fixture = try GatewayFixture()
        var order = more
        order["mode"] = .string(mode)
        let made = try fixture.client.control("POST", "/credentials", .object(order))
        #expect(made["apiHost"] == .string(fixture.gateway.apiURL))
        #expect(made["model"] == .string(GatewayFixture.model(mode)))
        let entrance = try fixture.data(
            mode,
            "POST",
            "travels/enter-travel",
            ["ticket": made["ticket"] ?? nil],
            key: made["token"]?.stringValue
        )
        #expect(entrance["encryptedWorldId"] == made["encryptedWorldId"])
        if let ratio = more["aspectRatio"] { #expect(entrance["aspectRatio"] == ratio) }
    }

    @Test func `credentials are issued for the world that the request names`() throws {
        let fixture = try GatewayFixture()
        let first = try fixture.client.control("POST", "/credentials", ["mode": "acting"])
        let world = first["encryptedWorldId"] ?? nil
        let order: JSONValue = ["mode": "acting", "encryptedWorldId": world]
        let second = try fixture.client.control("POST", "/credentials", order)
        #expect(second["encryptedWorldId"] == world)
        #expect(second["ticket"] != first["ticket"])
    }

    @Test(
        arguments: [
            ("/credentials", [:], "mode"), ("/credentials", ["mode": "flying"], "mode"),
            ("/credentials", ["mode": "acting", "colour": 1], "colour"),
            ("/credentials", ["mode": "acting", "maxTokenSeconds": 0], "maxTokenSeconds"),
            ("/credentials", ["mode": "acting", "aspectRatio": "1:1"], "aspectRatio"),
            ("/credentials", ["mode": "acting", "encryptedWorldId": "x"], "encryptedWorldId"),
            ("/tokens/revoke", ["token": 1], "token"), ("/tokens/revoke", ["key": "x"], "key"),
            ("/clock", [:], "advanceMs"), ("/clock", ["advanceMs": -1], "advanceMs"),
            ("/reset", ["all": true], "all"), ("/travels/end", [:], "encryptedTravelId"),
            ("/travels/end", ["encryptedTravelId": "x", "errorCode": "E"], "errorCode"),
            ("/travels/fail", ["encryptedTravelId": "x", "errorCode": ""], "errorCode"),
            ("/settings", ["speed": 1], "speed"), ("/settings", ["initMs": true], "initMs"),
            ("/faults", ["route": "*", "colour": 1], "colour"),
        ] as [(String, JSONValue, String)]
    )
    func `a bad body is refused by the name of its member`(
        path: String,
        body: JSONValue,
        key: String
    ) throws {
        let fixture = try GatewayFixture()
        let refusal = self.refusal(fixture, "POST", path, body)
        #expect(refusal?.status == 400)
        #expect(refusal?.message.hasPrefix("\(key): ") == true, "\(refusal?.message ?? "")")
    }

    @Test(arguments: [
        ("/settings", #"{"initMs": 99999999999999999999}"#, "initMs"),
        ("/settings", #"{"initMs": 1e400}"#, "initMs"),
        ("/settings", #"{"initMs": 1, "initMs": 2}"#, "initMs"),
        ("/clock", #"{"advanceMs": -99999999999999999999}"#, "advanceMs"),
        ("/credentials", #"{"mode": "acting", "prompt": "\ud800"}"#, "prompt"),
        ("/faults", #"[{"route": "*"}, {"route": "*", "code": 1e999}]"#, "code"),
        ("/faults", #"{"route": "*", "body": {"deep": [9007199254740993]}}"#, "deep"),
    ])
    func `a value that JSON cannot keep is refused by the name of its member`(
        path: String,
        body: String,
        key: String
    ) throws {
        let fixture = try GatewayFixture()
        var request = BlockingRequest("POST", fixture.gateway.controlURL + path)
        request.body = Array(body.utf8)
        let response = try fixture.client.send(request)
        #expect(response.status == 400)
        let message = response.json?["error"]?.stringValue ?? ""
        #expect(message.hasPrefix("\(key): "), "\(message)")
        #expect(try fixture.client.control("GET", "/faults")["faults"] == [])
    }

    @Test func `the gateway refuses faults beyond its limit and adds none of the request`() throws {
        let fixture = try GatewayFixture()
        let fault: JSONValue = ["route": "worlds", "code": 1]
        let limit = 1000
        let most = JSONValue.array(Array(repeating: fault, count: limit))
        #expect(try fixture.client.control("POST", "/faults", most)["faults"] == JSONValue(limit))
        let refusal = self.refusal(fixture, "POST", "/faults", [fault, fault])
        #expect(refusal?.status == 400)
        let text = "The gateway keeps at most 1000 faults; it has 1000, and the request adds 2."
        #expect(refusal?.message.hasPrefix(text) == true, "\(refusal?.message ?? "")")
        let kept = try fixture.client.control("GET", "/faults")["faults"]?.arrayValue
        #expect(kept?.count == limit)
    }

    @Test(arguments: [
        ("GET", "/", 404), ("GET", "/credentials", 405), ("POST", "/commands", 405),
        ("POST", "/nothing", 404),
    ])
    func `an unknown route or method of the control port is refused`(
        method: String,
        path: String,
        status: Int
    ) throws {
        let fixture = try GatewayFixture()
        #expect(refusal(fixture, method, path)?.status == status)
    }

    @Test(arguments: ["/travels/end", "/travels/fail"])
    func `end and fail refuse a travel that is unknown or has ended`(path: String) throws {
        let fixture = try GatewayFixture()
        let unknown: JSONValue = ["encryptedTravelId": .string(GatewayFixture.unknownID)]
        #expect(refusal(fixture, "POST", path, unknown)?.status == 404)
        let travel = try fixture.travel("adventure")
        let body: JSONValue = ["encryptedTravelId": .string(travel)]
        try fixture.client.control("POST", path, body)
        let status = try fixture.status("adventure", travel)
        #expect(status == (path == "/travels/end" ? "completed" : "failed"))
        #expect(refusal(fixture, "POST", path, body)?.status == 409)
    }

    @Test func `a logged request contains its query, headers and body`() throws {
        let fixture = try GatewayFixture()
        _ = try fixture.call("acting", "POST", "travels/pause", ["userAgent": "Test/1"])
        _ = try fixture.call(
            "acting",
            "GET",
            "travels/status?encryptedTravelId=%41%20b&x=",
            key: "k"
        )
        let log = try fixture.client.control("GET", "/requests")["requests"]?.arrayValue ?? []
        #expect(log.count == 2)
        #expect(log.first?["route"] == "travels/pause")
        #expect(log.first?["method"] == "POST")
        #expect(log.first?["model"] == .string(GatewayFixture.model("acting")))
        #expect(log.first?["body"] == ["userAgent": "Test/1"])
        #expect(log.first?["headers"]?["authorization"] == "Bearer sk-development")
        #expect(log.first?["headers"]?["content-type"] == "application/json")
        #expect(log.last?["query"] == ["encryptedTravelId": "A b", "x": ""])
        #expect(log.last?["status"] == 401)
        let filtered = try fixture.client.control("GET", "/requests?route=travels/status")
        #expect(filtered["requests"]?.arrayValue?.count == 1)
    }

    @Test(arguments: [
        "{\"a\":\0}", "\u{0}", "not json", String(repeating: "[", count: 60),
        String(repeating: "[", count: 33) + String(repeating: "]", count: 33),
        String(repeating: "{\"a\":", count: 31) + "{}" + String(repeating: "}", count: 31),
    ])
    func `the log contains requests whose body is no JSON or no UTF-8`(text: String) throws {
        let fixture = try GatewayFixture()
        let path = "/api/v2/apps/\(GatewayFixture.model("acting"))/openapi/v1/worlds"
        var request = BlockingRequest("POST", fixture.gateway.apiURL + path)
        request.headers = [
            "Authorization: Bearer \(GatewayFixture.primaryKey)", "Content-Type: application/json",
        ]
        request.body = Array(text.utf8)
        #expect(try fixture.client.send(request).json?["output"]?["code"] == 400_000)
        let log = try fixture.client.control("GET", "/requests")["requests"]?.arrayValue
        #expect(log?.first?["bodyBytes"] == JSONValue(text.utf8.count))
        #expect(log?.first?["body"] != .null)
    }

    @Test(arguments: ["9223372036854775807", "-1", "x", ""])
    func `an invalid clientStreamStatusTimeMs is ignored`(time: String) throws {
        let fixture = try GatewayFixture()
        let travel = try fixture.travel("acting")
        let path = "travels/status?encryptedTravelId=\(travel)&clientStreamStatus=paused"
        _ = try fixture.data("acting", "GET", "\(path)&clientStreamStatusTimeMs=\(time)")
        let seen = try fixture.client.control("GET", "/travels")["travels"]?.arrayValue?.first
        #expect(seen?["clientStreamStatus"] == "PAUSED")
        #expect(seen?["clientStreamStatusTimeMs"] == .null)
    }

    @Test func `commands are an empty list without media`() throws {
        let fixture = try GatewayFixture()
        let none: JSONValue = ["commands": [], "received": 0, "malformed": 0, "dropped": 0]
        #expect(try fixture.client.control("GET", "/commands") == none)
    }

    @Test func `a reset removes everything but the primary key`() throws {
        let fixture = try GatewayFixture(["envelope": "A"])
        let travel = try fixture.travel("acting")
        try fixture.client.control("POST", "/faults", ["route": "*", "status": 500])
        try fixture.client.control("POST", "/reset")
        #expect(try fixture.client.control("GET", "/settings")["envelope"] == "B")
        #expect(try fixture.client.control("GET", "/requests")["requests"] == [])
        #expect(try fixture.client.control("GET", "/faults")["faults"] == [])
        let path = "travels/status?encryptedTravelId=\(travel)"
        #expect(try fixture.code("acting", "GET", path) == 404_000)
    }

    @Test func `the feature gate responds only when the setting gate is not null`() throws {
        let fixture = try GatewayFixture()
        let path = "feature-gate?sdkVersion=0.1.0&platform=linux"
        func answer() throws -> BlockingResponse {
            try fixture.client.call(
                GatewayFixture.model("acting"),
                "GET",
                path,
                key: GatewayFixture.primaryKey
            )
        }
        #expect(try answer().status == 404)
        let gate: JSONValue = ["enabled": false, "minimumVersion": "9.0", "reason": "old"]
        try fixture.client.control("POST", "/settings", ["gate": gate])
        #expect(try answer().json?["output"]?["data"] == gate)
        try fixture.client.control("POST", "/settings", ["gate": ["reachable": false]])
        #expect(throws: BlockingFailure.self) { try answer() }
    }

    @Test func `a port that is in use is an error`() throws {
        let fixture = try GatewayFixture()
        let port = UInt16(fixture.gateway.apiURL.split(separator: ":").last ?? "") ?? 0
        #expect(throws: GatewayError.cannotListen(port: port)) {
            try Gateway(port: port, controlPort: 0)
        }
    }
}
