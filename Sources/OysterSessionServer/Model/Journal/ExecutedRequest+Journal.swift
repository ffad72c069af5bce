// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

extension ExecutedRequest {
    /// The members that a record of the request has.
    var journalMembers: JSONObject {
        switch self {
        case .signal(let target, let type, let data):
            var members: JSONObject = ["op": "signal"]
            members["to"] = target.map(JSONValue.string)
            members["type"] = type.map(JSONValue.string)
            members["data"] = data.map(JSONValue.string)
            return members
        case .forceMuteAll(let excluded):
            return ["op": "forceMuteAll", "excluded": .array(excluded.map(JSONValue.string))]
        case .disableForceMute: return ["op": "disableForceMute"]
        case .forceMuteStream(let stream):
            return ["op": "forceMuteStream", "stream": .string(stream)]
        case .forceDisconnect(let target, let atMs):
            return ["op": "forceDisconnect", "target": .string(target), "atMs": .integer(atMs)]
        case .reportIssue: return ["op": "reportIssue"]
        case .leave(let atMs): return ["op": "leave", "atMs": .integer(atMs)]
        case .none: return ["op": "none"]
        case .refused(let code, let message):
            return [
                "op": "refused", "code": JSONValue(code.rawValue), "message": .string(message),
            ]
        }
    }

    init(journal fields: JournalFields) throws(JournalFlaw) {
        switch try fields.text("op") {
        case "signal":
            self = .signal(
                to: try fields.optionalText("to"),
                type: try fields.optionalText("type"),
                data: try fields.optionalText("data")
            )
        case "forceMuteAll":
            var excluded: [String] = []
            for value in try fields.array("excluded") {
                guard let id = value.stringValue else { throw JournalFlaw("excluded") }
                excluded.append(id)
            }
            self = .forceMuteAll(excluding: excluded)
        case "disableForceMute": self = .disableForceMute
        case "forceMuteStream": self = .forceMuteStream(try fields.text("stream"))
        case "forceDisconnect":
            self = .forceDisconnect(try fields.text("target"), atMs: try fields.number("atMs"))
        case "reportIssue": self = .reportIssue
        case "leave": self = .leave(atMs: try fields.number("atMs"))
        case "none": self = .none
        case "refused":
            self = .refused(try fields.code("code"), message: try fields.text("message"))
        default: throw JournalFlaw("op")
        }
    }
}
