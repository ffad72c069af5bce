// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport

/// The World samples.
enum WorldScenarios {
    static let all: [Scenario] = [
        Scenario("worlds-create-response-generating") { try create($0) },
        Scenario("worlds-create-response-ready-sync") { stage in
            var request = try sample("worlds-create-adventure-request").objectValue ?? [:]
            request["async"] = false
            return try stage.call("adventure", "POST", "worlds", .object(request))
        },
        Scenario("worlds-build-status-generating", ["worldBuildMs": 60_000]) { stage in
            try buildStatus(stage, after: 0)
        },
        Scenario("worlds-build-status-ready") { try buildStatus($0, after: 1000) },
        Scenario("worlds-build-status-failed", ["worldFailure": "IMAGE_URL_INACCESSIBLE"]) {
            try buildStatus($0, after: 1000)
        },
        Scenario(
            "worlds-build-status-failed-with-reason",
            ["worldFailure": "IMAGE_URL_INACCESSIBLE", "worldFailureShown": true]
        ) { try buildStatus($0, after: 1000) },
        Scenario("worlds-list-response") { stage in
            _ = try create(stage)
            return try stage.call("adventure", "GET", "worlds")
        },
        Scenario("worlds-detail-adventure") { try detail($0, "adventure", "adventure") },
        Scenario("worlds-detail-acting") { try detail($0, "acting", "acting") },
        Scenario("worlds-detail-directing-scriptlist") { stage in
            var request =
                try sample("worlds-create-directing-scriptlist-request").objectValue
                ?? [:]
            request["scriptList"] = try sample("worlds-detail-directing-scriptlist")["data"]?[
                "scriptList"
            ]
            let id = try identifier(stage, "directing", .object(request))
            return try stage.call("directing", "GET", "worlds/detail?encryptedWorldId=\(id)")
        },
        Scenario("worlds-delete-response") { try delete($0, times: 1) },
        Scenario("worlds-delete-response-already-gone") { try delete($0, times: 2) },
        Scenario("credential-response") { stage in
            let id = try identifier(stage)
            try stage.advance(1000)
            let body: JSONValue = ["encryptedWorldId": .string(id)]
            return try stage.call("adventure", "POST", "worlds/get-travel-credential", body)
        },
    ]

    private static func create(_ stage: Stage) throws -> JSONValue {
        let request = try sample("worlds-create-adventure-request")
        return try stage.call("adventure", "POST", "worlds", request)
    }

    private static func identifier(
        _ stage: Stage,
        _ mode: String = "adventure",
        _ request: JSONValue? = nil
    ) throws -> String {
        let request = try request ?? sample("worlds-create-\(mode)-request")
        let data = try stage.data(mode, "POST", "worlds", request)
        return data["encryptedWorldId"]?.stringValue ?? ""
    }

    private static func buildStatus(_ stage: Stage, after time: Int64) throws -> JSONValue {
        let id = try identifier(stage)
        try stage.advance(time)
        return try stage.call("adventure", "GET", "worlds/build-status?encryptedWorldId=\(id)")
    }

    private static func detail(
        _ stage: Stage,
        _ mode: String,
        _ request: String
    ) throws -> JSONValue {
        let id = try identifier(stage, mode)
        return try stage.call(mode, "GET", "worlds/detail?encryptedWorldId=\(id)")
    }

    private static func delete(_ stage: Stage, times: Int) throws -> JSONValue {
        let body: JSONValue = ["encryptedWorldId": .string(try identifier(stage))]
        for _ in 1..<times { _ = try stage.call("adventure", "POST", "worlds/delete", body) }
        return try stage.call("adventure", "POST", "worlds/delete", body)
    }
}
