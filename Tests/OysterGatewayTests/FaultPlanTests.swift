// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import OysterGateway

@Suite struct FaultPlanTests {
    private func plan(_ faults: JSONObject...) throws -> FaultPlan {
        var plan = FaultPlan()
        for fault in faults { plan.add(try Fault(fault)) }
        return plan
    }

    @Test func `a fault hits its route as often as it says`() throws {
        var plan = try plan(["route": "travels/end", "code": 1, "times": 2])
        #expect(plan.take("travels/pause") == nil)
        #expect(plan.take("travels/end")?.code == 1)
        #expect(plan.take("travels/end")?.code == 1)
        #expect(plan.take("travels/end") == nil)
        #expect(plan.faults.isEmpty)
    }

    @Test func `a fault without times stays, and a star hits everything`() throws {
        var plan = try plan(["route": "*", "status": 500])
        for _ in 0..<5 { #expect(plan.take("worlds")?.status == 500) }
        #expect(plan.remove(route: nil) == 1)
        #expect(plan.take("worlds") == nil)
    }

    @Test func `the oldest fault is first, and skipping lets requests pass`() throws {
        var plan = try plan(
            ["route": "worlds", "code": 1, "times": 1, "skip": 1],
            ["route": "worlds", "code": 2, "times": 1]
        )
        #expect(plan.take("worlds")?.code == 2)
        #expect(plan.take("worlds")?.code == 1)
        #expect(plan.take("worlds") == nil)
    }

    @Test(
        arguments: [
            (["kind": "hang"], false), (["kind": "hang", "effect": true], true),
            (["kind": "reset"], true), (["kind": "reset", "effect": false], false),
            (["delayMs": 5], true), (["status": 500], false), (["code": 500_001], false),
            (["text": "x"], false), (["body": [:]], false), (["kind": "drip"], true),
        ] as [(JSONObject, Bool)]
    )
    func `an answer that is replaced has no effect, a spoiled one has`(
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
    func `a bad fault is refused by the name of its member`(object: JSONObject, key: String) {
        let error = #expect(throws: ControlError.self) { try Fault(object) }
        #expect(error?.message.hasPrefix("\(key): ") == true)
    }
}
