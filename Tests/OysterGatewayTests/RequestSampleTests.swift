// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

/// Each request sample of the wire is accepted as it stands, names aside.
@Suite(.blocking) struct RequestSampleTests {
    @Test(arguments: [
        ("adventure", "adventure"), ("directing", "directing-simple"),
        ("directing", "directing-scriptlist"), ("acting", "acting"),
    ])
    func `an order for a world is accepted`(mode: String, file: String) throws {
        let request = try sample("worlds-create-\(file)-request")
        let data = try Stage().data(mode, "POST", "worlds", request)
        #expect(data["status"] == "generating")
    }

    @Test(arguments: [
        ("worlds/get-travel-credential", "credential-request"),
        ("worlds/delete", "worlds-delete-request"),
    ])
    func `a request about a world is accepted`(endpoint: String, file: String) throws {
        let stage = try Stage()
        let made = try stage.client.control("POST", "/credentials", ["mode": "acting"])
        var request = try sample(file).objectValue ?? [:]
        request["encryptedWorldId"] = made["encryptedWorldId"]
        _ = try stage.data("acting", "POST", endpoint, .object(request))
    }

    @Test(arguments: [
        ("adventure", "enter-travel-adventure-request"), ("acting", "enter-travel-request-minimal"),
        ("directing", "enter-travel-adventure-request"),
    ])
    func `a request to enter is accepted`(mode: String, file: String) throws {
        let stage = try Stage()
        var request = try sample(file).objectValue ?? [:]
        request["ticket"] = .string(try stage.ticket(["mode": .string(mode)]))
        let data = try stage.data(mode, "POST", "travels/enter-travel", .object(request))
        #expect(data["maxExperienceTimeSec"] == (mode == "adventure" ? .integer(90) : .null))
    }

    @Test(arguments: [
        ("travels/pause", "control-request", "simple"),
        ("travels/instruct", "instruct-request", "simple"),
        ("travels/update-script", "update-script-request", "scriptlist"),
        ("travels/end", "end-request", "simple"),
        ("travels/end", "end-request-no-stream", "simple"),
    ])
    func `a request to a running travel is accepted`(
        endpoint: String,
        file: String,
        creationModel: String
    ) throws {
        let stage = try Stage()
        var request = try sample(file).objectValue ?? [:]
        let travel = try stage.travel("directing", creationModel: creationModel)
        request["encryptedTravelId"] = .string(travel)
        _ = try stage.data("directing", "POST", endpoint, .object(request))
    }

    @Test(arguments: [("travels/resume", "control-request"), ("travels/rewind", "rewind-request")])
    func `a request to a paused travel is accepted`(endpoint: String, file: String) throws {
        let stage = try Stage(["pauseConfirmMs": 0])
        let travel = try stage.travel("directing")
        var request = try sample(file).objectValue ?? [:]
        request["encryptedTravelId"] = .string(travel)
        let control: JSONValue = ["encryptedTravelId": .string(travel)]
        _ = try stage.data("directing", "POST", "travels/pause", control)
        _ = try stage.data("directing", "POST", endpoint, .object(request))
    }

    @Test func `a poll with a heartbeat is accepted and remembered`() throws {
        let stage = try Stage()
        let travel = try stage.travel("adventure")
        let query = try sample("status-query")
        let status = query["clientStreamStatus"]?.stringValue ?? ""
        let time = query["clientStreamStatusTimeMs"]?.stringValue ?? ""
        let parameters = "clientStreamStatus=\(status)&clientStreamStatusTimeMs=\(time)"
        _ = try stage.data(
            "adventure",
            "GET",
            "travels/status?encryptedTravelId=\(travel)&\(parameters)"
        )
        let seen = try stage.client.control("GET", "/travels")["travels"]?.arrayValue?.first
        #expect(seen?["clientStreamStatus"] == "PLAYING")
        #expect(seen?["clientStreamStatusTimeMs"] == 1_790_000_123_456)
    }
}
