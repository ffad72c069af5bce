// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The newest texts of data channels, for assertions.
struct CommandLog: Sendable {
    /// Of what is no command only the beginning is kept.
    private static let textLimit = 256

    private var entries = EntryLog()
    private var received = 0
    private var malformed = 0

    /// A text, and what became of it.
    struct Entry: Sendable {
        let travel: String
        let viewer: String
        let isReliable: Bool
        /// The text, nil when it was not UTF-8.
        let text: String?
        /// Its members, nil when it was no JSON object.
        let object: JSONObject?
        let verdict: Steering.Verdict
    }

    mutating func add(_ entry: Entry, at now: Moment) {
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

    /// The entries, of one Travel when given, oldest first.
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
