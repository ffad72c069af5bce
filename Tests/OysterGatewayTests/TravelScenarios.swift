// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport

/// The travel samples.
enum TravelScenarios {
    static let all: [Scenario] = entering + polling + controlling + ending + listing

    private static let entering: [Scenario] = [
        Scenario("enter-travel-adventure-response") { fixture in
            try enter(fixture, ["mode": "adventure"], maxExperience: 90)
        },
        Scenario("enter-travel-directing-response") { try enter($0, ["mode": "directing"]) },
        Scenario("enter-travel-directing-scriptlist-response") { fixture in
            try enter(fixture, ["mode": "directing", "creationModel": "scriptlist"])
        },
        Scenario("enter-travel-acting-response") { try enter($0, ["mode": "acting"]) },
        Scenario("enter-travel-no-channel-response", ["rtcConfigNull": true]) {
            try enter($0, ["mode": "adventure"])
        },
        Scenario("enter-travel-adventure-response-wrapped", ["envelope": "B"]) {
            try enter($0, ["mode": "adventure"])
        },
    ]

    private static let polling: [Scenario] = [
        Scenario("status-init", ["initMs": 60_000, "startMs": 90_000]) { fixture in
            try status(fixture, "adventure", try fixture.travel("adventure", after: 0))
        },
        Scenario("status-running-adventure") { fixture in
            try status(fixture, "adventure", try fixture.travel("adventure"))
        },
        Scenario("status-running-directing") { fixture in
            let travel = try fixture.travel("directing")
            _ = try fixture.data("directing", "POST", "travels/instruct", try instruction(travel))
            return try status(fixture, "directing", travel)
        },
        Scenario("status-paused-acting") { fixture in
            let travel = try fixture.travel("acting")
            _ = try fixture.data("acting", "POST", "travels/pause", identified(travel))
            try fixture.advance(3000)
            return try status(fixture, "acting", travel)
        },
        Scenario("status-completed") { fixture in
            let travel = try fixture.travel("adventure")
            _ = try fixture.data("adventure", "POST", "travels/end", identified(travel))
            return try status(fixture, "adventure", travel)
        },
        Scenario("status-failed") { fixture in
            let travel = try fixture.travel("adventure")
            try fixture.client.control("POST", "/travels/fail", identified(travel))
            return try status(fixture, "adventure", travel)
        },
    ]

    private static let controlling: [Scenario] = [
        Scenario("instruct-response") { fixture in
            let travel = try fixture.travel("acting")
            return try fixture.call("acting", "POST", "travels/instruct", try instruction(travel))
        },
        Scenario("instruct-on-scriptlist-error") { fixture in
            let travel = try fixture.travel("directing", creationModel: "scriptlist")
            return try fixture.call(
                "directing",
                "POST",
                "travels/instruct",
                try instruction(travel)
            )
        },
        Scenario("instruct-moderation-error", ["moderationWords": ["RAIN"]]) { fixture in
            let travel = try fixture.travel("directing")
            return try fixture.call(
                "directing",
                "POST",
                "travels/instruct",
                try instruction(travel)
            )
        },
        Scenario("pause-response") { fixture in
            let travel = try fixture.travel("directing")
            return try fixture.call("directing", "POST", "travels/pause", identified(travel))
        },
        Scenario("resume-response") { fixture in
            let travel = try fixture.pausedTravel()
            return try fixture.call("directing", "POST", "travels/resume", identified(travel))
        },
        Scenario("rewind-response") { fixture in
            let request = identified(try sample("rewind-request"), try fixture.pausedTravel())
            return try fixture.call("directing", "POST", "travels/rewind", request)
        },
        Scenario("update-script-response") { fixture in
            let travel = try fixture.travel("directing", creationModel: "scriptlist")
            let request = identified(try sample("update-script-request"), travel)
            return try fixture.call("directing", "POST", "travels/update-script", request)
        },
        Scenario("state-conflict-error") { fixture in
            let travel = try fixture.travel("directing")
            return try fixture.call("directing", "POST", "travels/resume", identified(travel))
        },
    ]

    private static let ending: [Scenario] = [
        Scenario("end-response-adventure") { try end($0, "adventure") },
        Scenario("end-response-directing") { try end($0, "directing") },
        Scenario("end-response-duration-null", ["durationNull": true]) {
            try end($0, "adventure")
        },
        Scenario("end-response-no-stream", ["noStream": true]) { fixture in
            let travel = try fixture.travel("adventure")
            let request = identified(try sample("end-request-no-stream"), travel)
            return try fixture.call("adventure", "POST", "travels/end", request)
        },
        Scenario("artifacts-ready") { try artifacts($0) },
        Scenario("artifacts-partial", ["artifacts": "partial"]) { try artifacts($0) },
        Scenario("artifacts-not-available-error", ["artifacts": "none"]) { try artifacts($0) },
    ]

    private static let listing: [Scenario] = [
        Scenario("travels-list-response") { fixture in
            _ = try end(fixture, "adventure")
            let failed = try fixture.travel("adventure")
            try fixture.client.control("POST", "/travels/fail", identified(failed))
            return try fixture.call("adventure", "GET", "travels")
        }
    ]

    private static func enter(
        _ fixture: GatewayFixture,
        _ order: JSONValue,
        maxExperience: JSONValue? = nil
    ) throws -> JSONValue {
        var request: JSONObject = ["ticket": .string(try fixture.ticket(order))]
        request["maxExperienceTimeSec"] = maxExperience
        let mode = order["mode"]?.stringValue ?? ""
        return try fixture.call(mode, "POST", "travels/enter-travel", .object(request))
    }

    private static func status(_ fixture: GatewayFixture, _ mode: String, _ id: String) throws
        -> JSONValue
    {
        try fixture.call(mode, "GET", "travels/status?encryptedTravelId=\(id)")
    }

    private static func end(_ fixture: GatewayFixture, _ mode: String) throws -> JSONValue {
        let request = identified(try sample("end-request"), try fixture.travel(mode))
        return try fixture.call(mode, "POST", "travels/end", request)
    }

    private static func artifacts(_ fixture: GatewayFixture) throws -> JSONValue {
        let travel = try fixture.travel("directing")
        _ = try fixture.data("directing", "POST", "travels/end", identified(travel))
        return try fixture.call("directing", "GET", "travels/artifacts?encryptedTravelId=\(travel)")
    }

    private static func instruction(_ travel: String) throws -> JSONValue {
        identified(try sample("instruct-request"), travel)
    }

    private static func identified(_ travel: String) -> JSONValue {
        ["encryptedTravelId": .string(travel)]
    }

    private static func identified(_ request: JSONValue, _ travel: String) -> JSONValue {
        var object = request.objectValue ?? [:]
        object["encryptedTravelId"] = .string(travel)
        return .object(object)
    }
}
