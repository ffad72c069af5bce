// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The commands that a loopback stream received.
struct ReceivedCommands: Sendable {
    /// Number of commands that are kept, for tests.
    private static let limit = 64

    private(set) var count: UInt64 = 0
    private var kept: [StreamCommand] = []

    var newest: StreamCommand? { kept.last }

    mutating func append(_ command: StreamCommand) {
        count += 1
        if kept.count == Self.limit { kept.removeFirst() }
        kept.append(command)
    }

    /// The commands kept, oldest first.
    var json: JSONValue {
        .array(
            kept.map { entry in
                [
                    "translation": .string(entry.command.translation.rawValue),
                    "rotation": .string(entry.command.rotation.rawValue),
                    "interaction": .string(entry.command.interaction.rawValue),
                    "sequence": .integer(Int64(clamping: entry.sequence)),
                    "timeUs": .integer(entry.time.wholeMicroseconds),
                ]
            }
        )
    }
}
