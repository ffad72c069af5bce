// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The instructions of a travel: executed ones with their block, and those pending until a resume.
struct Instructions: Sendable {
    private var executed: [(text: String, block: Int64)] = []
    private var pending: [String] = []

    /// Executes an instruction in the current block, or keeps it until the resume.
    mutating func add(_ text: String, at position: Duration, isPlaying: Bool) {
        if isPlaying {
            executed.append((text, Self.block(at: position)))
        } else {
            pending.append(text)
        }
    }

    /// Executes the pending instructions and returns them; a rewind first removes later ones.
    mutating func playOn(from position: Duration, isRewind: Bool) -> [String] {
        let block = Self.block(at: position)
        if isRewind { executed.removeAll { $0.block >= block } }
        defer { pending = [] }
        executed += pending.map { ($0, block) }
        return pending
    }

    private static func block(at position: Duration) -> Int64 {
        position.components.seconds / Int64(ScriptRule.actLasts)
    }

    /// The executed instructions, null when there are none.
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

/// The changes of a world besides commands, in the order of playing time.
///
/// The world can be simulated from it at any time, also when there was no viewer.
struct WorldEventLog: Equatable, Sendable {
    enum Change: Equatable, Sendable {
        case instruction(String)
        /// A rewind to a position on the timeline.
        case rewind(to: Duration)
    }

    struct Event: Equatable, Sendable {
        /// Time played at the event.
        let played: Duration
        let change: Change
    }

    private(set) var events: [Event] = []

    mutating func add(_ change: Change, at played: Duration?) {
        events.append(Event(played: played ?? .zero, change: change))
    }
}
