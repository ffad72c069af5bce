// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@Suite(.blocking) struct TravelFlowTests {
    private func body(_ travel: String, _ more: JSONObject = [:]) -> JSONValue {
        var body = more
        body["encryptedTravelId"] = .string(travel)
        return .object(body)
    }

    @Test(arguments: ["directing", "acting"])
    func `a pause and a resume take effect after their delays`(mode: String) throws {
        let fixture = try GatewayFixture()
        let travel = try fixture.travel(mode)
        _ = try fixture.data(mode, "POST", "travels/pause", body(travel))
        #expect(try fixture.status(mode, travel) == "running")
        #expect(try fixture.code(mode, "POST", "travels/resume", body(travel)) == 409_000)
        try fixture.advance(3000)
        #expect(try fixture.status(mode, travel) == "paused")
        try fixture.advance(3000)
        #expect(try fixture.code(mode, "POST", "travels/resume", body(travel)) == 0)
        try fixture.advance(9000)
        #expect(try fixture.status(mode, travel) == "running")
    }

    @Test(
        arguments: [
            ("nearest", 0, 0), ("nearest", 1.9, 0), ("nearest", 2, 4), ("nearest", 6, 8),
            ("nearest", 7, 8), ("nearest", 5.99, 4), ("floor", 7, 4), ("floor", 8, 8),
            ("floor", 3.99, 0), ("nearest", 1e300, 176), ("floor", 178, 176),
        ] as [(String, JSONValue, JSONValue)]
    )
    func `a rewind target is rounded to a block`(rule: String, asked: JSONValue, landed: JSONValue)
        throws
    {
        let fixture = try GatewayFixture(["rewindRounding": .string(rule)])
        let request = body(try fixture.pausedTravel(), ["rewindToSec": asked])
        let data = try fixture.data("directing", "POST", "travels/rewind", request)
        #expect(data["resumedAtSec"] == landed)
        #expect(data["actualRewindToSec"] == landed)
        #expect(data["status"] == "running")
    }

    @Test(arguments: [-0.5, "4", nil, true] as [JSONValue])
    func `a rewind without a valid target is refused`(asked: JSONValue) throws {
        let fixture = try GatewayFixture()
        let request = body(try fixture.pausedTravel(), ["rewindToSec": asked])
        #expect(try fixture.code("directing", "POST", "travels/rewind", request) == 400_000)
    }

    @Test func `a rewind of a travel that is not paused is refused with 409000`() throws {
        let fixture = try GatewayFixture()
        let request = body(try fixture.travel("directing"), ["rewindToSec": 4])
        #expect(try fixture.code("directing", "POST", "travels/rewind", request) == 409_000)
    }

    @Test(arguments: [
        ("adventure", "instruct"), ("adventure", "pause"), ("adventure", "resume"),
        ("adventure", "rewind"), ("acting", "rewind"), ("adventure", "update-script"),
        ("acting", "update-script"),
    ])
    func `an endpoint that the model lacks is refused with 409000`(mode: String, endpoint: String)
        throws
    {
        let fixture = try GatewayFixture()
        let request = body(try fixture.travel(mode), ["content": "x", "rewindToSec": 4])
        #expect(try fixture.code(mode, "POST", "travels/\(endpoint)", request) == 409_000)
    }

    @Test func `an instruction during a pause is executed after the resume`() throws {
        let fixture = try GatewayFixture()
        let travel = try fixture.pausedTravel()
        let path = "travels/status?encryptedTravelId=\(travel)"
        let request = body(travel, ["content": "Rain starts"])
        _ = try fixture.data("directing", "POST", "travels/instruct", request)
        #expect(try fixture.data("directing", "GET", path)["userInstructions"] == .null)
        _ = try fixture.data("directing", "POST", "travels/resume", body(travel))
        let executed = try fixture.data("directing", "GET", path)["userInstructions"]?.arrayValue
        #expect(executed?.count == 1)
        #expect(executed?.first?["instruction"] == "Rain starts")
        #expect(executed?.first?["startTime"] == 4)
    }

    @Test(
        arguments: ["", "  ", nil, 5, .string(String(repeating: "x", count: 2001))] as [JSONValue]
    )
    func `an empty instruction is refused`(content: JSONValue) throws {
        let fixture = try GatewayFixture()
        let request = body(try fixture.travel("acting"), ["content": content])
        #expect(try fixture.code("acting", "POST", "travels/instruct", request) == 400_000)
    }

    @Test func `update-script is accepted while running or pending and refused while paused`()
        throws
    {
        let fixture = try GatewayFixture(["startMs": 20_000])
        let script = try sample("update-script-request").objectValue ?? [:]
        func update(_ travel: String) throws -> Int64? {
            try fixture.code("directing", "POST", "travels/update-script", body(travel, script))
        }
        let travel = try fixture.travel("directing", creationModel: "scriptlist", after: 10_000)
        #expect(try update(travel) == 0)
        try fixture.advance(15_000)
        #expect(try update(travel) == 0)
        _ = try fixture.data("directing", "POST", "travels/pause", body(travel))
        try fixture.advance(3000)
        #expect(try update(travel) == 409_000)
        #expect(try update(try fixture.travel("directing", after: 25_000)) == 409_000)
    }

    @Test func `update-script needs exactly 45 acts`() throws {
        let fixture = try GatewayFixture()
        let travel = try fixture.travel("directing", creationModel: "scriptlist")
        var acts = try sample("update-script-request")["scriptList"]?["acts"]?.arrayValue ?? []
        acts.removeLast()
        let request = body(travel, ["scriptList": ["acts": .array(acts)]])
        #expect(try fixture.code("directing", "POST", "travels/update-script", request) == 400_000)
    }

    @Test(arguments: ["adventure", "directing", "acting"])
    func `a second end is refused with 409000`(mode: String) throws {
        let fixture = try GatewayFixture()
        let travel = try fixture.travel(mode)
        let other = body(travel, ["failCode": "TRAVEL_RUNTIME_FAILED"])
        #expect(try fixture.code(mode, "POST", "travels/end", other) == 400_000)
        #expect(try fixture.code(mode, "POST", "travels/end", body(travel)) == 0)
        #expect(try fixture.code(mode, "POST", "travels/end", body(travel)) == 409_000)
        #expect(try fixture.status(mode, travel) == "completed")
    }

    @Test func `an adventure completes after its experience time`() throws {
        let fixture = try GatewayFixture(["clientVanishedMs": nil, "startMs": 10_000])
        let travel = try fixture.travel("adventure", after: 60_000)
        #expect(try fixture.status("adventure", travel) == "running")
        try fixture.advance(20_000)
        #expect(try fixture.status("adventure", travel) == "completed")
        let item = try fixture.data("adventure", "GET", "travels")["items"]?.arrayValue?.first
        #expect(item?["durationSec"] == 60)
    }

    @Test(arguments: ["status?encryptedTravelId=", "artifacts?encryptedTravelId="])
    func `an unknown travel is refused with 404000, a malformed identifier with 400000`(
        path: String
    ) throws {
        let fixture = try GatewayFixture()
        let known = try fixture.travel("acting")
        let url = "travels/" + path
        #expect(try fixture.code("acting", "GET", url + GatewayFixture.unknownID) == 404_000)
        #expect(try fixture.code("directing", "GET", url + known) == 404_000)
        #expect(try fixture.code("acting", "GET", url + "trvl_1") == 400_000)
        #expect(try fixture.code("acting", "GET", url) == 400_000)
    }

    @Test func `artifacts of a failed travel are refused with its error code`() throws {
        let fixture = try GatewayFixture()
        let travel = try fixture.travel("acting")
        let fail = body(travel, ["errorCode": "CONTENT_VIDEO_MODERATION_REJECTED"])
        try fixture.client.control("POST", "/travels/fail", fail)
        let answer = try fixture.call(
            "acting",
            "GET",
            "travels/artifacts?encryptedTravelId=\(travel)"
        )["output"]
        #expect(answer?["code"] == 404_000)
        let message = answer?["message"]?.stringValue ?? ""
        #expect(message.contains("CONTENT_VIDEO_MODERATION_REJECTED"))
    }

    @Test func `a list is filtered by status and world; an unknown status is ignored`() throws {
        let fixture = try GatewayFixture()
        _ = try fixture.travel("acting")
        let ended = try fixture.travel("acting")
        _ = try fixture.data("acting", "POST", "travels/end", body(ended))
        func total(_ query: String) throws -> JSONValue? {
            try fixture.data("acting", "GET", "travels?\(query)")["pagination"]?["total"]
        }
        #expect(try total("") == 2)
        #expect(try total("status=completed") == 1)
        #expect(try total("status=strange") == 2)
        let path = "travels?encryptedWorldId=\(GatewayFixture.unknownID)"
        #expect(try fixture.code("acting", "GET", path) == 403_001)
        #expect(try fixture.code("acting", "GET", "travels?mode=3") == 400_000)
    }
}
