// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

/// Each response sample of the wire, provoked for real.
struct Scenario: CustomTestStringConvertible, Sendable {
    let file: String
    let settings: JSONValue
    let run: @Sendable (Stage) throws -> JSONValue

    init(
        _ file: String,
        _ settings: JSONValue = [:],
        _ run: @escaping @Sendable (Stage) throws -> JSONValue
    ) {
        self.file = file
        self.settings = settings
        self.run = run
    }

    var testDescription: String { file }
}

@Suite(.blocking) struct ResponseSampleTests {
    @Test(arguments: WorldScenarios.all + TravelScenarios.all + EnvelopeScenarios.all)
    func `the gateway answers in the shape of the sample`(scenario: Scenario) throws {
        // The samples show envelope A unless their scenario says otherwise.
        let stage = try Stage(["envelope": "A", "worldBuildMs": 20])
        try stage.client.control("POST", "/settings", scenario.settings)
        let answer = try scenario.run(stage)
        #expect(Shape(answer) == Shape(try sample(scenario.file)), "\(answer)")
        let code = try sample(scenario.file)["code"]
        #expect(answer["code"] == code)
    }
}
