// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

/// Each response sample is compared with a response of the gateway.
struct Scenario: CustomTestStringConvertible, Sendable {
    let file: String
    let settings: JSONValue
    let run: @Sendable (GatewayFixture) throws -> JSONValue

    init(
        _ file: String,
        _ settings: JSONValue = [:],
        _ run: @escaping @Sendable (GatewayFixture) throws -> JSONValue
    ) {
        self.file = file
        self.settings = settings
        self.run = run
    }

    var testDescription: String { file }
}

@Suite(.blocking) struct ResponseSampleTests {
    @Test(arguments: WorldScenarios.all + TravelScenarios.all + EnvelopeScenarios.all)
    func `a response has the shape of its sample`(scenario: Scenario) throws {
        // The samples show envelope A unless their scenario says otherwise.
        let fixture = try GatewayFixture(["envelope": "A", "worldBuildMs": 20])
        try fixture.client.control("POST", "/settings", scenario.settings)
        let answer = try scenario.run(fixture)
        #expect(JSONShape(answer) == JSONShape(try sample(scenario.file)), "\(answer)")
        let code = try sample(scenario.file)["code"]
        #expect(answer["code"] == code)
    }
}
