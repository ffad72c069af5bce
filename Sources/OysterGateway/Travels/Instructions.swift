// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The instructions of a Travel: executed ones with their block, and those that wait for a resume.
struct Instructions: Sendable {
    private var executed: [(text: String, block: Int64)] = []
    private var waiting: [String] = []

    /// Executes in the block that plays now, or keeps the text while nothing plays.
    mutating func add(_ text: String, at position: Duration, isPlaying: Bool) {
        if isPlaying {
            executed.append((text, Self.block(at: position)))
        } else {
            waiting.append(text)
        }
    }

    /// Forgets what lay at or after a position, then executes what waited, and returns that.
    mutating func playOn(from position: Duration, isRewind: Bool) -> [String] {
        let block = Self.block(at: position)
        if isRewind { executed.removeAll { $0.block >= block } }
        defer { waiting = [] }
        executed += waiting.map { ($0, block) }
        return waiting
    }

    private static func block(at position: Duration) -> Int64 {
        position.components.seconds / Int64(ScriptRule.actLasts)
    }

    /// The executed ones, null as long as there are none.
    var json: JSONValue {
        guard !executed.isEmpty else { return .null }
        return .array(
            executed.map { text, block in
                let start = block * Int64(ScriptRule.actLasts)
                let end = start + Int64(ScriptRule.actLasts)
                return [
                    "instruction": .string(text), "relativeStartTimeMs": .integer(start * 1000),
                    "relativeEndTimeMs": .integer(end * 1000), "startTime": .integer(start),
                    "endTime": .integer(end), "status": "executed",
                ]
            }
        )
    }
}
