// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import OysterGateway

/// The samples of tokens and envelopes.
enum EnvelopeScenarios {
    static let all: [Scenario] = [
        Scenario("token-issue-response") { try token($0, key: GatewayFixture.primaryKey) },
        Scenario("token-issue-error") { try token($0, key: "sk-unknown") },
        Scenario("envelope-gateway-invalid-key") { fixture in
            try fixture.call("adventure", "GET", "worlds", key: "st-unknown")
        },
        Scenario(
            "envelope-gateway-access-denied",
            ["deniedModels": ["happyoyster-1.0-adventure"]]
        ) { try $0.call("adventure", "GET", "worlds") },
        Scenario("envelope-primary-key-required") { fixture in
            let made = try fixture.client.control("POST", "/credentials", ["mode": "adventure"])
            return try fixture.call("adventure", "GET", "worlds", key: made["token"]?.stringValue)
        },
        Scenario("envelope-business-error-bare") { fixture in
            let request: JSONValue = ["ticket": .string(try fixture.ticket(["mode": "acting"]))]
            _ = try fixture.data("acting", "POST", "travels/enter-travel", request)
            return try fixture.call("acting", "POST", "travels/enter-travel", request)
        },
        Scenario(
            "envelope-business-error-wrapped",
            ["envelope": "B", "capacityCode": 429_001]
        ) { fixture in
            let request: JSONValue = ["ticket": .string(try fixture.ticket(["mode": "acting"]))]
            return try fixture.call("acting", "POST", "travels/enter-travel", request)
        },
        Scenario("envelope-wrapped-without-code") { fixture in
            let travel = try fixture.travel("acting")
            try fixture.client.control("POST", "/settings", ["envelope": "C"])
            let request: JSONValue = ["encryptedTravelId": .string(travel)]
            return try fixture.call("acting", "POST", "travels/pause", request)
        },
        Scenario("envelope-symbolic-code") { fixture in
            let body = try sample("envelope-symbolic-code")
            try fixture.client.control("POST", "/faults", ["route": "worlds", "body": body])
            return try fixture.call("acting", "GET", "worlds")
        },
    ]

    private static func token(_ fixture: GatewayFixture, key: String) throws -> JSONValue {
        var request = BlockingRequest(
            "POST",
            fixture.gateway.apiURL + "/api/v1/tokens?expire_in_seconds=60"
        )
        request.headers = ["Authorization: Bearer \(key)"]
        return try fixture.client.send(request).json ?? .null
    }
}
