// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterTestSupport
import Testing

@testable import OysterGateway

@Suite struct FaultPlanTests {
    private func plan(_ faults: JSONObject...) throws -> FaultPlan {
        var plan = FaultPlan()
        for fault in faults { plan.add(try Fault(fault)) }
        return plan
    }

    @Test func `a fault with times affects this number of requests of its route`() throws {
        var plan = try plan(["route": "travels/end", "code": 1, "times": 2])
        #expect(plan.take("travels/pause") == nil)
        #expect(plan.take("travels/end")?.code == 1)
        #expect(plan.take("travels/end")?.code == 1)
        #expect(plan.take("travels/end") == nil)
        #expect(plan.faults.isEmpty)
    }

    @Test func `a fault without times stays, and a star affects all routes`() throws {
        var plan = try plan(["route": "*", "status": 500])
        for _ in 0..<5 { #expect(plan.take("worlds")?.status == 500) }
        #expect(plan.remove(route: nil) == 1)
        #expect(plan.take("worlds") == nil)
    }

    @Test func `the oldest fault applies first, and skip lets requests pass`() throws {
        var plan = try plan(
            ["route": "worlds", "code": 1, "times": 1, "skip": 1],
            ["route": "worlds", "code": 2, "times": 1]
        )
        #expect(plan.take("worlds")?.code == 2)
        #expect(plan.take("worlds")?.code == 1)
        #expect(plan.take("worlds") == nil)
    }

    /// Each member and each kind at least once.
    @Test(
        arguments: [
            ["route": "*"], ["route": "rtc", "kind": "hang", "times": 3, "skip": 2],
            ["route": "tokens", "status": 503, "message": "later"],
            ["route": "worlds", "status": 200, "body": ["a": [1, .null]], "effect": true],
            ["route": "worlds", "body": .null], ["route": "worlds", "text": "{not json"],
            ["route": "travels", "code": 429_001, "message": "full", "delayMs": 20],
            ["route": "travels/end", "kind": "drip", "dripBytes": 40, "dripMs": 7],
            ["route": "travels/end", "kind": "envelope", "envelope": "C"],
            ["route": "travels/end", "kind": "reset", "effect": false],
        ] as [JSONObject]
    )
    func `the JSON of a fault gives an equal fault`(object: JSONObject) throws {
        let fault = try Fault(object)
        let shown = try #require(fault.json.objectValue)
        for (key, value) in object.members { #expect(shown[key] == value) }
        let again = try Fault(shown)
        #expect(again.json == fault.json)
        #expect(again.takesEffect == fault.takesEffect)
        #expect(again.delivery == fault.delivery)
        let replaced = fault.replacement(.wrapped, requestId: "r")
        #expect(again.replacement(.wrapped, requestId: "r")?.body == replaced?.body)
    }

    @Test func `each property of a fault has an entry in the table`() {
        let names = Fault.table.map(\.name)
        #expect(Set(names).count == names.count)
        #expect(Mirror(reflecting: Fault()).children.count == names.count)
    }

    @Test func `the response of GET faults can be posted`() throws {
        let fixture = try GatewayFixture()
        try fixture.client.control(
            "POST",
            "/faults",
            [["route": "worlds", "kind": "drip", "dripMs": 5], ["route": "*", "code": 500_000]]
        )
        let shown = try fixture.client.control("GET", "/faults")
        try fixture.client.control("DELETE", "/faults")
        #expect(try fixture.client.control("POST", "/faults", shown) == ["faults": 2])
        #expect(try fixture.client.control("GET", "/faults") == shown)
    }

    @Test(
        arguments: [
            (["kind": "hang"], false), (["kind": "hang", "effect": true], true),
            (["kind": "reset"], true), (["kind": "reset", "effect": false], false),
            (["delayMs": 5], true), (["status": 500], false), (["code": 500_001], false),
            (["text": "x"], false), (["body": [:]], false), (["kind": "drip"], true),
        ] as [(JSONObject, Bool)]
    )
    func `a request takes no effect when its response is replaced, and does otherwise`(
        members: JSONObject,
        effect: Bool
    ) throws {
        var object = members
        object["route"] = "worlds"
        #expect(try Fault(object).takesEffect == effect)
    }

    @Test(
        arguments: [
            ([:], "route"), (["route": "nowhere"], "route"), (["route": 1], "route"),
            (["route": "*", "kind": "explode"], "kind"), (["route": "*", "status": 99], "status"),
            (["route": "*", "status": "500"], "status"), (["route": "*", "times": 0], "times"),
            (["route": "*", "delayMs": -1], "delayMs"),
            (["route": "*", "delayMs": 1.5], "delayMs"),
            (["route": "*", "text": 1], "text"), (["route": "*", "effect": 1], "effect"),
            (["route": "*", "colour": 1], "colour"),
            (["route": "*", "kind": "envelope"], "envelope"),
            (["route": "*", "envelope": "Z"], "envelope"), (["route": "*", "dripMs": 0], "dripMs"),
            (["route": "*", "code": 1_000_000], "code"),
        ] as [(JSONObject, String)]
    )
    func `an invalid fault is refused with the name of its member`(object: JSONObject, key: String)
    {
        let error = #expect(throws: ControlError.self) { try Fault(object) }
        #expect(error?.message.hasPrefix("\(key): ") == true)
    }
}
