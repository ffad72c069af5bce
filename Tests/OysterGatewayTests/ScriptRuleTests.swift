// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import OysterGateway

@Suite struct ScriptRuleTests {
    private static let act: JSONValue = ["content": "C"]

    private static func act(_ key: String, _ value: JSONValue) -> JSONValue {
        var act: JSONObject = ["content": "C"]
        act[key] = value
        return .object(act)
    }

    private func isValid(_ list: JSONValue) -> Bool {
        guard let object = list.objectValue else { return false }
        return (try? ScriptRule.stored(Fields(object: object))) != nil
    }

    private func stored(_ acts: [JSONValue]) throws -> [JSONValue] {
        let list: JSONObject = ["synopsis": "S", "acts": .array(acts)]
        return try ScriptRule.stored(Fields(object: list))["acts"]?.arrayValue ?? []
    }

    @Test func `acts get their defaults and are sorted`() throws {
        let acts = try stored([["content": "B", "turn": 2], ["content": "A", "turn": 1]])
        #expect(acts.map { $0["content"] } == ["A", "B"])
        #expect(
            acts.first == [
                "turn": 1, "content": "A", "cameraType": "Static", "shotSize": "Medium",
                "cut": "long-take",
            ]
        )
    }

    @Test(
        arguments: [
            [], [["content": " "]], [["turn": 1]], [act("turn", 0)], [act("turn", 46)],
            [act("turn", 1.5)], [act("turn", "1")], [act("turn", 2), act],
            [act("cameraType", "Zoom")], [act("shotSize", "Huge")], [act("cut", "jump")],
            [act("cut", "cutback")], [["content": .string(String(repeating: "c", count: 2001))]],
            Array(repeating: act, count: 46), ["C"],
        ] as [[JSONValue]]
    )
    func `invalid acts are refused`(acts: [JSONValue]) {
        #expect(!isValid(["synopsis": "S", "acts": .array(acts)]))
    }

    @Test func `a cutback may follow a cutaway`() throws {
        let acts = try stored([Self.act("cut", "cutaway"), Self.act("cut", "cutback")])
        #expect(acts.count == 2)
    }

    @Test func `the total length of the acts is limited`() {
        let longest = JSONValue.string(String(repeating: "c", count: 2000))
        let acts = Array(repeating: ["content": longest] as JSONValue, count: 45)
        #expect(isValid(["synopsis": "S", "acts": .array(acts)]))
    }

    @Test(
        arguments: [
            ("synopsis", " "), ("synopsis", nil),
            ("videoTitle", .string(String(repeating: "t", count: 129))),
            ("language", 1), ("videoTags", "a"),
            ("videoTags", [.string(String(repeating: "t", count: 33))]),
            ("videoTags", .array(Array(repeating: "t", count: 21))),
            ("subjects", [["type": "robot"]]),
            ("subjects", .array(Array(repeating: [:], count: 7))),
            ("subjects", [["refImage": ["url": "ftp://x/y"]]]),
            ("subjects", [["voice": .string(String(repeating: "v", count: 201))]]),
        ] as [(String, JSONValue)]
    )
    func `an invalid script is refused`(key: String, value: JSONValue) {
        var list: JSONObject = ["synopsis": "S", "acts": [Self.act]]
        list[key] = value
        #expect(!isValid(.object(list)))
    }
}
