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
    func `a travel pauses and resumes in its own time`(mode: String) throws {
        let stage = try Stage()
        let travel = try stage.travel(mode)
        _ = try stage.data(mode, "POST", "travels/pause", body(travel))
        #expect(try stage.status(mode, travel) == "running")
        #expect(try stage.code(mode, "POST", "travels/resume", body(travel)) == 409_000)
        try stage.advance(3000)
        #expect(try stage.status(mode, travel) == "paused")
        try stage.advance(3000)
        #expect(try stage.code(mode, "POST", "travels/resume", body(travel)) == 0)
        try stage.advance(9000)
        #expect(try stage.status(mode, travel) == "running")
    }

    @Test(
        arguments: [
            ("nearest", 0, 0), ("nearest", 1.9, 0), ("nearest", 2, 4), ("nearest", 6, 8),
            ("nearest", 7, 8), ("nearest", 5.99, 4), ("floor", 7, 4), ("floor", 8, 8),
            ("floor", 3.99, 0), ("nearest", 1e300, 176), ("floor", 178, 176),
        ] as [(String, JSONValue, JSONValue)]
    )
    func `a rewind lands on a block`(rule: String, asked: JSONValue, landed: JSONValue) throws {
        let stage = try Stage(["rewindRounding": .string(rule)])
        let request = body(try stage.pausedTravel(), ["rewindToSec": asked])
        let data = try stage.data("directing", "POST", "travels/rewind", request)
        #expect(data["resumedAtSec"] == landed)
        #expect(data["actualRewindToSec"] == landed)
        #expect(data["status"] == "running")
    }

    @Test(arguments: [-0.5, "4", nil, true] as [JSONValue])
    func `a rewind to nowhere is refused`(asked: JSONValue) throws {
        let stage = try Stage()
        let request = body(try stage.pausedTravel(), ["rewindToSec": asked])
        #expect(try stage.code("directing", "POST", "travels/rewind", request) == 400_000)
    }

    @Test func `a rewind needs a paused travel`() throws {
        let stage = try Stage()
        let request = body(try stage.travel("directing"), ["rewindToSec": 4])
        #expect(try stage.code("directing", "POST", "travels/rewind", request) == 409_000)
    }

    @Test(arguments: [
        ("adventure", "instruct"), ("adventure", "pause"), ("adventure", "resume"),
        ("adventure", "rewind"), ("acting", "rewind"), ("adventure", "update-script"),
        ("acting", "update-script"),
    ])
    func `an endpoint that the model lacks conflicts`(mode: String, endpoint: String) throws {
        let stage = try Stage()
        let request = body(try stage.travel(mode), ["content": "x", "rewindToSec": 4])
        #expect(try stage.code(mode, "POST", "travels/\(endpoint)", request) == 409_000)
    }

    @Test func `an instruction given while paused is executed after the resume`() throws {
        let stage = try Stage()
        let travel = try stage.pausedTravel()
        let path = "travels/status?encryptedTravelId=\(travel)"
        let request = body(travel, ["content": "Rain starts"])
        _ = try stage.data("directing", "POST", "travels/instruct", request)
        #expect(try stage.data("directing", "GET", path)["userInstructions"] == .null)
        _ = try stage.data("directing", "POST", "travels/resume", body(travel))
        let executed = try stage.data("directing", "GET", path)["userInstructions"]?.arrayValue
        #expect(executed?.count == 1)
        #expect(executed?.first?["instruction"] == "Rain starts")
        #expect(executed?.first?["startTime"] == 4)
    }

    @Test(
        arguments: ["", "  ", nil, 5, .string(String(repeating: "x", count: 2001))] as [JSONValue]
    )
    func `an instruction must say something`(content: JSONValue) throws {
        let stage = try Stage()
        let request = body(try stage.travel("acting"), ["content": content])
        #expect(try stage.code("acting", "POST", "travels/instruct", request) == 400_000)
    }

    @Test func `a script is replaced while running or pending, not while paused`() throws {
        let stage = try Stage(["startMs": 20_000])
        let script = try sample("update-script-request").objectValue ?? [:]
        func update(_ travel: String) throws -> Int64? {
            try stage.code("directing", "POST", "travels/update-script", body(travel, script))
        }
        let travel = try stage.travel("directing", creationModel: "scriptlist", after: 10_000)
        #expect(try update(travel) == 0)
        try stage.advance(15_000)
        #expect(try update(travel) == 0)
        _ = try stage.data("directing", "POST", "travels/pause", body(travel))
        try stage.advance(3000)
        #expect(try update(travel) == 409_000)
        #expect(try update(try stage.travel("directing", after: 25_000)) == 409_000)
    }

    @Test func `a script needs exactly 45 acts`() throws {
        let stage = try Stage()
        let travel = try stage.travel("directing", creationModel: "scriptlist")
        var acts = try sample("update-script-request")["scriptList"]?["acts"]?.arrayValue ?? []
        acts.removeLast()
        let request = body(travel, ["scriptList": ["acts": .array(acts)]])
        #expect(try stage.code("directing", "POST", "travels/update-script", request) == 400_000)
    }

    @Test(arguments: ["adventure", "directing", "acting"])
    func `a travel ends once`(mode: String) throws {
        let stage = try Stage()
        let travel = try stage.travel(mode)
        let other = body(travel, ["failCode": "TRAVEL_RUNTIME_FAILED"])
        #expect(try stage.code(mode, "POST", "travels/end", other) == 400_000)
        #expect(try stage.code(mode, "POST", "travels/end", body(travel)) == 0)
        #expect(try stage.code(mode, "POST", "travels/end", body(travel)) == 409_000)
        #expect(try stage.status(mode, travel) == "completed")
    }

    @Test func `an adventure ends itself after its experience time`() throws {
        let stage = try Stage(["clientVanishedMs": nil, "startMs": 10_000])
        let travel = try stage.travel("adventure", after: 60_000)
        #expect(try stage.status("adventure", travel) == "running")
        try stage.advance(20_000)
        #expect(try stage.status("adventure", travel) == "completed")
        let item = try stage.data("adventure", "GET", "travels")["items"]?.arrayValue?.first
        #expect(item?["durationSec"] == 60)
    }

    @Test(arguments: ["status?encryptedTravelId=", "artifacts?encryptedTravelId="])
    func `an unknown travel is 404000, a malformed name 400000`(path: String) throws {
        let stage = try Stage()
        let known = try stage.travel("acting")
        let url = "travels/" + path
        #expect(try stage.code("acting", "GET", url + Stage.stranger) == 404_000)
        #expect(try stage.code("directing", "GET", url + known) == 404_000)
        #expect(try stage.code("acting", "GET", url + "trvl_1") == 400_000)
        #expect(try stage.code("acting", "GET", url) == 400_000)
    }

    @Test func `a failed travel has no artifacts, and says why`() throws {
        let stage = try Stage()
        let travel = try stage.travel("acting")
        let fail = body(travel, ["errorCode": "CONTENT_VIDEO_MODERATION_REJECTED"])
        try stage.client.control("POST", "/travels/fail", fail)
        let answer = try stage.call(
            "acting",
            "GET",
            "travels/artifacts?encryptedTravelId=\(travel)"
        )["output"]
        #expect(answer?["code"] == 404_000)
        let message = answer?["message"]?.stringValue ?? ""
        #expect(message.contains("CONTENT_VIDEO_MODERATION_REJECTED"))
    }

    @Test func `a list is filtered by status and world, and ignores unknown filters`() throws {
        let stage = try Stage()
        _ = try stage.travel("acting")
        let ended = try stage.travel("acting")
        _ = try stage.data("acting", "POST", "travels/end", body(ended))
        func total(_ query: String) throws -> JSONValue? {
            try stage.data("acting", "GET", "travels?\(query)")["pagination"]?["total"]
        }
        #expect(try total("") == 2)
        #expect(try total("status=completed") == 1)
        #expect(try total("status=strange") == 2)
        let path = "travels?encryptedWorldId=\(Stage.stranger)"
        #expect(try stage.code("acting", "GET", path) == 403_001)
        #expect(try stage.code("acting", "GET", "travels?mode=3") == 400_000)
    }
}
