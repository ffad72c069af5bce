// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import OysterGateway

@Suite struct WorldPlanTests {
    private static let image: JSONValue = ["url": "https://img.example.test/a.png"]
    private static let acts: JSONValue = ["synopsis": "S", "acts": [["content": "C"]]]
    private static let long = JSONValue.string(String(repeating: "語", count: 2001))

    private static let valid: [Model: JSONObject] = [
        .adventure: ["prompt": "P", "perspective": "first_person", "firstFrameImage": image],
        .directing: ["prompt": "P", "resolution": "480p"],
        .acting: ["prompt": "P", "firstFrameImage": image],
    ]
    private static let script: JSONObject = [
        "creationModel": "scriptlist", "resolution": "480p", "firstFrameImage": image,
        "scriptList": acts,
    ]

    private func refusal(_ order: JSONObject, _ model: Model) -> Refusal? {
        do throws(Refusal) {
            _ = try WorldPlan(Fields(object: order), for: model)
            return nil
        } catch {
            return error
        }
    }

    private func expectBad(_ order: JSONObject, _ model: Model, _ field: String) {
        guard case .business(400_000, let message)? = refusal(order, model) else {
            Issue.record("\(field) was let through")
            return
        }
        #expect(message.hasPrefix(field), "\(message)")
    }

    @Test(arguments: Model.allCases)
    func `the smallest request for a world is accepted`(model: Model) {
        #expect(refusal(Self.valid[model] ?? [:], model) == nil)
        #expect(refusal(Self.script, .directing) == nil)
    }

    @Test(
        arguments: [
            (.adventure, "prompt"), (.adventure, "perspective"), (.adventure, "firstFrameImage"),
            (.directing, "prompt"), (.directing, "resolution"), (.acting, "prompt"),
            (.acting, "firstFrameImage"),
        ] as [(Model, String)]
    )
    func `a missing field is refused by name`(model: Model, field: String) {
        var order = Self.valid[model] ?? [:]
        order[field] = nil
        expectBad(order, model, field)
        order[field] = .null
        expectBad(order, model, field)
    }

    @Test(arguments: ["resolution", "firstFrameImage", "scriptList"])
    func `a missing field of a scripted world is refused by name`(field: String) {
        var order = Self.script
        order[field] = nil
        expectBad(order, .directing, field)
    }

    @Test(
        arguments: [
            (.adventure, "prompt", "  \n"), (.adventure, "prompt", long), (.adventure, "prompt", 1),
            (.adventure, "perspective", "third"), (.adventure, "creationModel", "scriptlist"),
            (.adventure, "uploadMode", "scenario_role"), (.adventure, "eventStyle", "wild"),
            (.adventure, "mode", 2), (.adventure, "async", "yes"),
            (.adventure, "refWorldId", "enc_1"),
            (.directing, "resolution", "1080p"), (.directing, "layout", "Wild"),
            (.directing, "narrative", "calm"), (.directing, "inputImages", [1]),
            (.directing, "inputImages", [image, image, image, image, image, image, image]),
            (.acting, "aspectRatio", "1:1"), (.acting, "resolution", 480),
            (.acting, "firstFrameImage", "https://img.example.test/a.png"),
        ] as [(Model, String, JSONValue)]
    )
    func `an invalid value is refused by name`(model: Model, field: String, value: JSONValue) {
        var order = Self.valid[model] ?? [:]
        order[field] = value
        expectBad(order, model, field)
    }

    @Test(
        arguments: [
            ("prompt", "P"), ("narrative", "Calm"), ("inputImages", []), ("layout", "Calm"),
            ("perspective", "first_person"), ("uploadMode", "first_frame"),
            ("eventStyle", "normal"),
        ] as [(String, JSONValue)]
    )
    func `a scripted world refuses the fields of a simple one`(field: String, value: JSONValue) {
        var order = Self.script
        order[field] = value
        expectBad(order, .directing, field)
    }

    @Test func `a prompt of 2000 characters of any script is accepted`() {
        var order = Self.valid[.directing] ?? [:]
        order["prompt"] = .string(String(repeating: "語", count: 2000))
        #expect(refusal(order, .directing) == nil)
    }

    @Test func `an acting world has its upload mode as event style`() throws {
        let plan = try WorldPlan(Fields(object: Self.valid[.acting] ?? [:]), for: .acting)
        #expect(plan.eventStyle == "first_frame")
        #expect(plan.aspectRatio == "9:16")
        #expect(plan.resolution == "480p")
    }
}
