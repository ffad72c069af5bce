// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The newest texts of data channels, for tests.
struct DataChannelLog: Sendable {
    /// Characters kept of a malformed text.
    private static let textLimit = 256

    private var entries = EntryLog()
    private var received = 0
    private var malformed = 0

    /// A text and its verdict.
    struct Entry: Sendable {
        let travel: String
        let viewer: String
        let isReliable: Bool
        /// The text, nil when it was not UTF-8.
        let text: String?
        /// Its members, nil when it was not a JSON object.
        let object: JSONObject?
        let verdict: CommandArbiter.Verdict
    }

    mutating func add(_ entry: Entry, at now: Timestamp) {
        received += 1
        var json: JSONObject = [
            "time": .string(now.iso), "timeMs": .integer(now.milliseconds),
            "encryptedTravelId": .string(entry.travel), "viewer": .string(entry.viewer),
            "channel": entry.isReliable ? "oyster-actions" : "oyster-commands",
            "verdict": .string(entry.verdict.word),
        ]
        for name in ["sequence", "timeUs", "translation", "rotation", "interaction"] {
            json[name] = entry.object?[name]
        }
        if case .malformed(let reason) = entry.verdict {
            malformed += 1
            json["error"] = .string(reason)
            json["text"] = JSONValue(entry.text.map(Self.beginning))
        }
        entries.add(.object(json), key: entry.travel)
    }

    /// The entries, oldest first; `travel` selects one travel.
    func json(travel: String?) -> JSONValue {
        [
            "commands": .array(entries.values(key: travel)), "received": JSONValue(received),
            "malformed": JSONValue(malformed), "dropped": JSONValue(entries.dropped),
        ]
    }

    private static func beginning(_ text: String) -> String {
        String(text.unicodeScalars.prefix(textLimit).map { Character($0) })
    }
}
