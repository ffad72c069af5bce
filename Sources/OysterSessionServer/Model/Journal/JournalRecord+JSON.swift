// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

extension JournalRecord {
    /// The record as a JSON object; it holds no token, bearer or key.
    var json: JSONValue {
        switch self {
        case .connected(let session, let connection):
            return [
                "record": "connected", "session": .string(session),
                "connection": connection.journalJSON,
            ]
        case .opened(let key): return .object(JSONObject("opened", key))
        case .abandoned(let key): return .object(JSONObject("abandoned", key))
        case .resumed(let key, let bearerHash, let epoch, let isSuppressing):
            var members = JSONObject("resumed", key)
            members["bearerHash"] = .string(Base64URL.text(bearerHash))
            members["epoch"] = .string(epoch)
            members["isSuppressingEvents"] = .bool(isSuppressing)
            return .object(members)
        case .acknowledged(let key, let through):
            var members = JSONObject("acknowledged", key)
            members["through"] = JSONValue(through)
            return .object(members)
        case .executed(let key, let number, let request):
            var members = JSONObject("executed", key)
            members["number"] = JSONValue(number)
            for member in request.journalMembers.members { members[member.key] = member.value }
            return .object(members)
        case .ended(let key, let reason, let atMs):
            var members = JSONObject("ended", key)
            members["reason"] = .string(reason.rawValue)
            members["atMs"] = .integer(atMs)
            return .object(members)
        case .forgotten(let beforeMs):
            return ["record": "forgotten", "beforeMs": .integer(beforeMs)]
        case .published(let session, let stream):
            return [
                "record": "published", "session": .string(session), "stream": stream.journalJSON,
            ]
        case .changed(let session, let stream, let properties):
            return [
                "record": "changed", "session": .string(session), "stream": .string(stream),
                "properties": properties.journalJSON,
            ]
        case .unpublished(let session, let stream):
            return [
                "record": "unpublished", "session": .string(session), "stream": .string(stream),
            ]
        case .completed: return ["record": "completed"]
        }
    }

    init(json: JSONValue) throws(JournalFlaw) {
        let fields = try JournalFields(json)
        switch try fields.text("record") {
        case "connected":
            self = .connected(
                session: try fields.text("session"),
                try StoredConnection(journal: fields.object("connection"))
            )
        case "opened": self = .opened(try fields.key())
        case "abandoned": self = .abandoned(try fields.key())
        case "resumed":
            self = .resumed(
                try fields.key(),
                bearerHash: try fields.bytes("bearerHash"),
                epoch: try fields.text("epoch"),
                isSuppressingEvents: try fields.flag("isSuppressingEvents")
            )
        case "acknowledged":
            self = .acknowledged(try fields.key(), through: try fields.count("through"))
        case "executed":
            self = .executed(
                try fields.key(),
                number: try fields.count("number"),
                try ExecutedRequest(journal: fields)
            )
        case "ended":
            self = .ended(
                try fields.key(),
                try fields.word("reason"),
                atMs: try fields.number("atMs")
            )
        case "forgotten": self = .forgotten(beforeMs: try fields.number("beforeMs"))
        case "published":
            self = .published(
                session: try fields.text("session"),
                try StoredStream(journal: fields.object("stream"))
            )
        case "changed":
            self = .changed(
                session: try fields.text("session"),
                stream: try fields.text("stream"),
                try StreamProperties(journal: fields.object("properties"))
            )
        case "unpublished":
            self = .unpublished(
                session: try fields.text("session"),
                stream: try fields.text("stream")
            )
        case "completed": self = .completed
        default: throw JournalFlaw("record")
        }
    }
}
