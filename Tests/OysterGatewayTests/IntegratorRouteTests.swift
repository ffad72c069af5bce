// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import Testing

@testable import OysterGateway

/// The routes of `/server-api`, as the vendor's demo apps use them.
@Suite struct IntegratorRouteTests {
    private static let agent = "happy-oyster-sdk-demo/android/1.0"

    private func send(
        _ fixture: GatewayFixture,
        _ method: String,
        _ path: String,
        _ body: JSONValue? = nil,
        mode: String? = nil
    ) throws -> BlockingResponse {
        var request = BlockingRequest(method, fixture.gateway.apiURL + "/server-api/" + path)
        request.headers = ["Content-Type: application/json"]
        if let mode { request.headers.append("X-Happy-Oyster-Mode: \(mode)") }
        request.body = body.flatMap(JSONCodec.bytes) ?? (method == "POST" ? [] : nil)
        return try fixture.client.send(request)
    }

    private func data(
        _ fixture: GatewayFixture,
        _ method: String,
        _ path: String,
        _ body: JSONValue? = nil,
        mode: String? = nil
    ) throws -> JSONValue {
        let json = try send(fixture, method, path, body, mode: mode).json
        guard json?["output"]?["code"] == 0, let data = json?["output"]?["data"] else {
            throw GatewayFixture.Unexpected(what: "\(path): \(json as Any)")
        }
        return data
    }

    @Test(arguments: [("1", "adventure"), ("2", "directing-simple"), ("3", "acting")])
    func `an app can create a world and enter a travel`(mode: String, file: String) throws {
        let fixture = try GatewayFixture()
        var order = try sample("worlds-create-\(file)-request").objectValue ?? [:]
        order["mode"] = Int64(mode).map(JSONValue.integer)
        order["userAgent"] = .string(Self.agent)
        let world = try data(fixture, "POST", "worlds", .object(order))["encryptedWorldId"]
        let id = world?.stringValue ?? ""
        let path = "worlds/build-status?encryptedWorldId=\(id)&userAgent=\(Self.agent)"
        #expect(try data(fixture, "GET", path, mode: mode)["status"] == "generating")
        try fixture.advance(5000)
        #expect(try data(fixture, "GET", path, mode: mode)["status"] == "ready")
        let list = try data(fixture, "GET", "worlds?mode=\(mode)")
        #expect(list["items"]?.arrayValue?.count == 1)
        let body: JSONValue = ["encryptedWorldId": .string(id)]
        let issued = try data(fixture, "POST", "travel-credential", body, mode: mode)
        let key = try send(fixture, "POST", "temp-api-key?expire_in_seconds=60").json?["token"]
        let entrance = try fixture.data(
            Model.allCases.first { String($0.mode) == mode }?.word ?? "",
            "POST",
            "travels/enter-travel",
            ["ticket": issued["ticket"] ?? .null],
            key: key?.stringValue
        )
        #expect(entrance["encryptedWorldId"] == world)
        let travels = try data(fixture, "GET", "travels", mode: mode)
        #expect(travels["items"]?.arrayValue?.count == 1)
    }

    @Test func `the model is that of the named world or travel without a mode`() throws {
        let fixture = try GatewayFixture()
        let made = try fixture.client.control("POST", "/credentials", ["mode": "acting"])
        let id = made["encryptedWorldId"]?.stringValue ?? ""
        let detail = try data(fixture, "GET", "worlds/detail?encryptedWorldId=\(id)")
        #expect(detail["encryptedWorldId"] == .string(id))
        let gone = try data(fixture, "POST", "worlds/delete", ["encryptedWorldId": .string(id)])
        #expect(gone["deleted"] == true)
    }

    @Test func `update-script is passed on`() throws {
        let fixture = try GatewayFixture()
        let travel = try fixture.travel("directing", creationModel: "scriptlist")
        var script = try sample("update-script-request").objectValue ?? [:]
        script["encryptedTravelId"] = .string(travel)
        script["userAgent"] = .string(Self.agent)
        _ = try data(fixture, "POST", "travels/update-script", .object(script), mode: "2")
    }

    @Test func `artifacts are passed on`() throws {
        let fixture = try GatewayFixture()
        let travel = try fixture.travel("directing")
        let body: JSONValue = ["encryptedTravelId": .string(travel)]
        _ = try fixture.data("directing", "POST", "travels/end", body)
        let path = "travels/artifacts?encryptedTravelId=\(travel)"
        #expect(try data(fixture, "GET", path, mode: "2").objectValue != nil)
    }

    @Test(arguments: ["expire_in_seconds", "expireInSeconds"])
    func `the lifetime of a key may be in the body`(member: String) throws {
        let fixture = try GatewayFixture()
        let body = JSONValue.object([member: 1])
        let key = try send(fixture, "POST", "temp-api-key", body).json?["token"]?.stringValue
        #expect(key?.hasPrefix("st-") == true)
        try fixture.advance(2000)
        let answer = try fixture.call("acting", "GET", "travels/status", key: key)
        #expect(answer["code"] == "InvalidApiKey")
    }

    @Test(
        arguments: [
            ("GET", "nothing", nil, 404, "NOT_FOUND"),
            ("DELETE", "worlds", nil, 405, "METHOD_NOT_ALLOWED"),
            ("GET", "temp-api-key", nil, 405, "METHOD_NOT_ALLOWED"),
            ("GET", "worlds", "4", 400, "INVALID_MODE"),
        ] as [(String, String, String?, Int, String)]
    )
    func `an error of the integrator's server has its own shape`(
        method: String,
        path: String,
        mode: String?,
        status: Int,
        code: String
    ) throws {
        let response = try send(try GatewayFixture(), method, path, mode: mode)
        #expect(response.status == status)
        #expect(response.json?["success"] == false)
        #expect(response.json?["errorCode"] == .string(code))
        #expect(response.json?["message"]?.stringValue?.isEmpty == false)
    }
}
