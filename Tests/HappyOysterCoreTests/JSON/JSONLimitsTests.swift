// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@Suite struct JSONLimitsTests {
    /// A text at its limit, and the same text one beyond.
    struct Edge: CustomTestStringConvertible, Sendable {
        let name: String
        let reason: JSONError.Reason
        let limit: Int
        let text: @Sendable (Int) -> String

        var testDescription: String { name }
    }

    static let edges = [
        Edge(name: "depth of arrays", reason: .tooDeep, limit: 64) {
            String(repeating: "[", count: $0) + String(repeating: "]", count: $0)
        },
        Edge(name: "depth of objects", reason: .tooDeep, limit: 64) {
            String(repeating: "{\"a\":", count: $0 - 1) + "{}"
                + String(repeating: "}", count: $0 - 1)
        },
        Edge(name: "string", reason: .stringTooLong, limit: 1 << 20) {
            "\"" + String(repeating: "a", count: $0) + "\""
        },
        Edge(name: "array", reason: .tooManyMembers, limit: 100_000) {
            "[" + String(repeating: "0,", count: $0 - 1) + "0]"
        },
        Edge(name: "object", reason: .tooManyMembers, limit: 100_000) {
            "{" + (1...$0).map { "\"\($0)\":0" }.joined(separator: ",") + "}"
        },
        Edge(name: "number", reason: .numberTooLong, limit: 63) {
            "0." + String(repeating: "1", count: $0 - 2)
        },
        Edge(name: "text", reason: .tooLarge, limit: 4 << 20) {
            "1" + String(repeating: " ", count: $0 - 1)
        },
    ]

    @Test(arguments: edges)
    func `a text at a limit is accepted, and one beyond it is refused`(edge: Edge) throws {
        _ = try JSONReader.value(of: Array(edge.text(edge.limit).utf8), .exact)
        let beyond = #expect(throws: JSONError.self) {
            try JSONReader.value(of: Array(edge.text(edge.limit + 1).utf8), .exact)
        }
        #expect(beyond?.reason == edge.reason)
    }

    @Test func `an escape counts as the character that it stands for`() throws {
        var limits = JSONLimits()
        limits.stringBytes = 4
        _ = try JSONReader.value(of: Array(#""\ud83d\ude00""#.utf8), .exact, limits: limits)
        #expect(throws: JSONError(.stringTooLong, at: 13)) {
            try JSONReader.value(of: Array(#""\u6f22\u00e9""#.utf8), .exact, limits: limits)
        }
    }

    @Test(arguments: edges.filter { $0.reason != .numberTooLong })
    func `limits also hold for members that are not read`(edge: Edge) {
        let beyond = #expect(throws: JSONError.self) {
            try JSONReader.value(of: Array(edge.text(edge.limit + 1).utf8), .lenient)
        }
        #expect(beyond?.reason == edge.reason)
    }

    @Test func `an error names the rule and the position, not the content`() {
        #expect(JSONError(.duplicateKey, at: 7).description == "duplicate key at byte 7")
    }
}
