// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import OysterGateway

/// The samples of tokens and envelopes.
enum EnvelopeScenarios {
    static let all: [Scenario] = [
        Scenario("token-issue-response") { try token($0, key: Stage.primaryKey) },
        Scenario("token-issue-error") { try token($0, key: "sk-nobody") },
        Scenario("envelope-gateway-invalid-key") { stage in
            try stage.call("adventure", "GET", "worlds", key: "st-nobody")
        },
        Scenario(
            "envelope-gateway-access-denied",
            ["deniedModels": ["happyoyster-1.0-adventure"]]
        ) { try $0.call("adventure", "GET", "worlds") },
        Scenario("envelope-primary-key-required") { stage in
            let made = try stage.client.control("POST", "/credentials", ["mode": "adventure"])
            return try stage.call("adventure", "GET", "worlds", key: made["token"]?.stringValue)
        },
        Scenario("envelope-business-error-bare") { stage in
            let request: JSONValue = ["ticket": .string(try stage.ticket(["mode": "acting"]))]
            _ = try stage.data("acting", "POST", "travels/enter-travel", request)
            return try stage.call("acting", "POST", "travels/enter-travel", request)
        },
        Scenario(
            "envelope-business-error-wrapped",
            ["envelope": "B", "capacityCode": 429_001]
        ) { stage in
            let request: JSONValue = ["ticket": .string(try stage.ticket(["mode": "acting"]))]
            return try stage.call("acting", "POST", "travels/enter-travel", request)
        },
        Scenario("envelope-wrapped-without-code") { stage in
            let travel = try stage.travel("acting")
            try stage.client.control("POST", "/settings", ["envelope": "C"])
            let request: JSONValue = ["encryptedTravelId": .string(travel)]
            return try stage.call("acting", "POST", "travels/pause", request)
        },
        Scenario("envelope-symbolic-code") { stage in
            let body = try sample("envelope-symbolic-code")
            try stage.client.control("POST", "/faults", ["route": "worlds", "body": body])
            return try stage.call("acting", "GET", "worlds")
        },
    ]

    private static func token(_ stage: Stage, key: String) throws -> JSONValue {
        var request = BlockingRequest(
            "POST",
            stage.gateway.apiURL + "/api/v1/tokens?expire_in_seconds=60"
        )
        request.headers = ["Authorization: Bearer \(key)"]
        return try stage.client.send(request).json ?? .null
    }
}
