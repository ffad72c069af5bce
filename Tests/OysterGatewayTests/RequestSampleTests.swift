// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

/// Each request sample is accepted unchanged, except identifiers.
@Suite(.blocking) struct RequestSampleTests {
    @Test(arguments: [
        ("adventure", "adventure"), ("directing", "directing-simple"),
        ("directing", "directing-scriptlist"), ("acting", "acting"),
    ])
    func `the sample for a new world is accepted`(mode: String, file: String) throws {
        let request = try sample("worlds-create-\(file)-request")
        let data = try GatewayFixture().data(mode, "POST", "worlds", request)
        #expect(data["status"] == "generating")
    }

    @Test(arguments: [
        ("worlds/get-travel-credential", "credential-request"),
        ("worlds/delete", "worlds-delete-request"),
    ])
    func `the sample about a world is accepted`(endpoint: String, file: String) throws {
        let fixture = try GatewayFixture()
        let made = try fixture.client.control("POST", "/credentials", ["mode": "acting"])
        var request = try sample(file).objectValue ?? [:]
        request["encryptedWorldId"] = made["encryptedWorldId"]
        _ = try fixture.data("acting", "POST", endpoint, .object(request))
    }

    @Test(arguments: [
        ("adventure", "enter-travel-adventure-request"), ("acting", "enter-travel-request-minimal"),
        ("directing", "enter-travel-adventure-request"),
    ])
    func `the sample of enter-travel is accepted`(mode: String, file: String) throws {
        let fixture = try GatewayFixture()
        var request = try sample(file).objectValue ?? [:]
        request["ticket"] = .string(try fixture.ticket(["mode": .string(mode)]))
        let data = try fixture.data(mode, "POST", "travels/enter-travel", .object(request))
        #expect(data["maxExperienceTimeSec"] == (mode == "adventure" ? .integer(90) : .null))
    }

    @Test(arguments: [
        ("travels/pause", "control-request", "simple"),
        ("travels/instruct", "instruct-request", "simple"),
        ("travels/update-script", "update-script-request", "scriptlist"),
        ("travels/end", "end-request", "simple"),
        ("travels/end", "end-request-no-stream", "simple"),
    ])
    func `the sample for a running travel is accepted`(
        endpoint: String,
        file: String,
        creationModel: String
    ) throws {
        let fixture = try GatewayFixture()
        var request = try sample(file).objectValue ?? [:]
        let travel = try fixture.travel("directing", creationModel: creationModel)
        request["encryptedTravelId"] = .string(travel)
        _ = try fixture.data("directing", "POST", endpoint, .object(request))
    }

    @Test(arguments: [("travels/resume", "control-request"), ("travels/rewind", "rewind-request")])
    func `the sample for a paused travel is accepted`(endpoint: String, file: String) throws {
        let fixture = try GatewayFixture(["pauseConfirmMs": 0])
        let travel = try fixture.travel("directing")
        var request = try sample(file).objectValue ?? [:]
        request["encryptedTravelId"] = .string(travel)
        let control: JSONValue = ["encryptedTravelId": .string(travel)]
        _ = try fixture.data("directing", "POST", "travels/pause", control)
        _ = try fixture.data("directing", "POST", endpoint, .object(request))
    }

    @Test func `a poll with clientStreamStatus is accepted and stored`() throws {
        let fixture = try GatewayFixture()
        let travel = try fixture.travel("adventure")
        let query = try sample("status-query")
        let status = query["clientStreamStatus"]?.stringValue ?? ""
        let time = query["clientStreamStatusTimeMs"]?.stringValue ?? ""
        let parameters = "clientStreamStatus=\(status)&clientStreamStatusTimeMs=\(time)"
        _ = try fixture.data(
            "adventure",
            "GET",
            "travels/status?encryptedTravelId=\(travel)&\(parameters)"
        )
        let seen = try fixture.client.control("GET", "/travels")["travels"]?.arrayValue?.first
        #expect(seen?["clientStreamStatus"] == "PLAYING")
        #expect(seen?["clientStreamStatusTimeMs"] == 1_790_000_123_456)
    }
}
