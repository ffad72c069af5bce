// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport

/// The Travel samples.
enum TravelScenarios {
    static let all: [Scenario] = entering + polling + controlling + ending + listing

    private static let entering: [Scenario] = [
        Scenario("enter-travel-adventure-response") { stage in
            try enter(stage, ["mode": "adventure"], maxExperience: 90)
        },
        Scenario("enter-travel-directing-response") { try enter($0, ["mode": "directing"]) },
        Scenario("enter-travel-directing-scriptlist-response") { stage in
            try enter(stage, ["mode": "directing", "creationModel": "scriptlist"])
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
        Scenario("status-init", ["initMs": 60_000, "startMs": 90_000]) { stage in
            try status(stage, "adventure", try stage.travel("adventure", after: 0))
        },
        Scenario("status-running-adventure") { stage in
            try status(stage, "adventure", try stage.travel("adventure"))
        },
        Scenario("status-running-directing") { stage in
            let travel = try stage.travel("directing")
            _ = try stage.data("directing", "POST", "travels/instruct", try instruction(travel))
            return try status(stage, "directing", travel)
        },
        Scenario("status-paused-acting") { stage in
            let travel = try stage.travel("acting")
            _ = try stage.data("acting", "POST", "travels/pause", identified(travel))
            try stage.advance(3000)
            return try status(stage, "acting", travel)
        },
        Scenario("status-completed") { stage in
            let travel = try stage.travel("adventure")
            _ = try stage.data("adventure", "POST", "travels/end", identified(travel))
            return try status(stage, "adventure", travel)
        },
        Scenario("status-failed") { stage in
            let travel = try stage.travel("adventure")
            try stage.client.control("POST", "/travels/fail", identified(travel))
            return try status(stage, "adventure", travel)
        },
    ]

    private static let controlling: [Scenario] = [
        Scenario("instruct-response") { stage in
            let travel = try stage.travel("acting")
            return try stage.call("acting", "POST", "travels/instruct", try instruction(travel))
        },
        Scenario("instruct-on-scriptlist-error") { stage in
            let travel = try stage.travel("directing", creationModel: "scriptlist")
            return try stage.call("directing", "POST", "travels/instruct", try instruction(travel))
        },
        Scenario("instruct-moderation-error", ["moderationWords": ["RAIN"]]) { stage in
            let travel = try stage.travel("directing")
            return try stage.call("directing", "POST", "travels/instruct", try instruction(travel))
        },
        Scenario("pause-response") { stage in
            let travel = try stage.travel("directing")
            return try stage.call("directing", "POST", "travels/pause", identified(travel))
        },
        Scenario("resume-response") { stage in
            let travel = try stage.pausedTravel()
            return try stage.call("directing", "POST", "travels/resume", identified(travel))
        },
        Scenario("rewind-response") { stage in
            let request = identified(try sample("rewind-request"), try stage.pausedTravel())
            return try stage.call("directing", "POST", "travels/rewind", request)
        },
        Scenario("update-script-response") { stage in
            let travel = try stage.travel("directing", creationModel: "scriptlist")
            let request = identified(try sample("update-script-request"), travel)
            return try stage.call("directing", "POST", "travels/update-script", request)
        },
        Scenario("state-conflict-error") { stage in
            let travel = try stage.travel("directing")
            return try stage.call("directing", "POST", "travels/resume", identified(travel))
        },
    ]

    private static let ending: [Scenario] = [
        Scenario("end-response-adventure") { try end($0, "adventure") },
        Scenario("end-response-directing") { try end($0, "directing") },
        Scenario("end-response-duration-null", ["durationNull": true]) {
            try end($0, "adventure")
        },
        Scenario("end-response-no-stream", ["noStream": true]) { stage in
            let travel = try stage.travel("adventure")
            let request = identified(try sample("end-request-no-stream"), travel)
            return try stage.call("adventure", "POST", "travels/end", request)
        },
        Scenario("artifacts-ready") { try artifacts($0) },
        Scenario("artifacts-partial", ["artifacts": "partial"]) { try artifacts($0) },
        Scenario("artifacts-not-available-error", ["artifacts": "none"]) { try artifacts($0) },
    ]

    private static let listing: [Scenario] = [
        Scenario("travels-list-response") { stage in
            _ = try end(stage, "adventure")
            let failed = try stage.travel("adventure")
            try stage.client.control("POST", "/travels/fail", identified(failed))
            return try stage.call("adventure", "GET", "travels")
        }
    ]

    private static func enter(
        _ stage: Stage,
        _ order: JSONValue,
        maxExperience: JSONValue? = nil
    ) throws -> JSONValue {
        var request: JSONObject = ["ticket": .string(try stage.ticket(order))]
        request["maxExperienceTimeSec"] = maxExperience
        let mode = order["mode"]?.stringValue ?? ""
        return try stage.call(mode, "POST", "travels/enter-travel", .object(request))
    }

    private static func status(_ stage: Stage, _ mode: String, _ id: String) throws -> JSONValue {
        try stage.call(mode, "GET", "travels/status?encryptedTravelId=\(id)")
    }

    private static func end(_ stage: Stage, _ mode: String) throws -> JSONValue {
        let request = identified(try sample("end-request"), try stage.travel(mode))
        return try stage.call(mode, "POST", "travels/end", request)
    }

    private static func artifacts(_ stage: Stage) throws -> JSONValue {
        let travel = try stage.travel("directing")
        _ = try stage.data("directing", "POST", "travels/end", identified(travel))
        return try stage.call("directing", "GET", "travels/artifacts?encryptedTravelId=\(travel)")
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
