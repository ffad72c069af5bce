// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport

/// The world samples.
enum WorldScenarios {
    static let all: [Scenario] = [
        Scenario("worlds-create-response-generating") { try create($0) },
        Scenario("worlds-create-response-ready-sync") { fixture in
            var request = try sample("worlds-create-adventure-request").objectValue ?? [:]
            request["async"] = false
            return try fixture.call("adventure", "POST", "worlds", .object(request))
        },
        Scenario("worlds-build-status-generating", ["worldBuildMs": 60_000]) { fixture in
            try buildStatus(fixture, after: 0)
        },
        Scenario("worlds-build-status-ready") { try buildStatus($0, after: 1000) },
        Scenario("worlds-build-status-failed", ["worldFailure": "IMAGE_URL_INACCESSIBLE"]) {
            try buildStatus($0, after: 1000)
        },
        Scenario(
            "worlds-build-status-failed-with-reason",
            ["worldFailure": "IMAGE_URL_INACCESSIBLE", "worldFailureShown": true]
        ) { try buildStatus($0, after: 1000) },
        Scenario("worlds-list-response") { fixture in
            _ = try create(fixture)
            return try fixture.call("adventure", "GET", "worlds")
        },
        Scenario("worlds-detail-adventure") { try detail($0, "adventure", "adventure") },
        Scenario("worlds-detail-acting") { try detail($0, "acting", "acting") },
        Scenario("worlds-detail-directing-scriptlist") { fixture in
            var request =
                try sample("worlds-create-directing-scriptlist-request").objectValue
                ?? [:]
            request["scriptList"] = try sample("worlds-detail-directing-scriptlist")["data"]?[
                "scriptList"
            ]
            let id = try identifier(fixture, "directing", .object(request))
            return try fixture.call("directing", "GET", "worlds/detail?encryptedWorldId=\(id)")
        },
        Scenario("worlds-delete-response") { try delete($0, times: 1) },
        Scenario("worlds-delete-response-already-gone") { try delete($0, times: 2) },
        Scenario("credential-response") { fixture in
            let id = try identifier(fixture)
            try fixture.advance(1000)
            let body: JSONValue = ["encryptedWorldId": .string(id)]
            return try fixture.call("adventure", "POST", "worlds/get-travel-credential", body)
        },
    ]

    private static func create(_ fixture: GatewayFixture) throws -> JSONValue {
        let request = try sample("worlds-create-adventure-request")
        return try fixture.call("adventure", "POST", "worlds", request)
    }

    private static func identifier(
        _ fixture: GatewayFixture,
        _ mode: String = "adventure",
        _ request: JSONValue? = nil
    ) throws -> String {
        let request = try request ?? sample("worlds-create-\(mode)-request")
        let data = try fixture.data(mode, "POST", "worlds", request)
        return data["encryptedWorldId"]?.stringValue ?? ""
    }

    private static func buildStatus(_ fixture: GatewayFixture, after time: Int64) throws
        -> JSONValue
    {
        let id = try identifier(fixture)
        try fixture.advance(time)
        return try fixture.call("adventure", "GET", "worlds/build-status?encryptedWorldId=\(id)")
    }

    private static func detail(
        _ fixture: GatewayFixture,
        _ mode: String,
        _ request: String
    ) throws -> JSONValue {
        let id = try identifier(fixture, mode)
        return try fixture.call(mode, "GET", "worlds/detail?encryptedWorldId=\(id)")
    }

    private static func delete(_ fixture: GatewayFixture, times: Int) throws -> JSONValue {
        let body: JSONValue = ["encryptedWorldId": .string(try identifier(fixture))]
        for _ in 1..<times { _ = try fixture.call("adventure", "POST", "worlds/delete", body) }
        return try fixture.call("adventure", "POST", "worlds/delete", body)
    }
}
