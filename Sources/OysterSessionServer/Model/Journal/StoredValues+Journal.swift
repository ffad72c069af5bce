// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

extension StoredConnection {
    /// All but the waiting events.
    var journalJSON: JSONValue {
        [
            "id": .string(id),
            "createdAtMs": .integer(createdAtMs),
            "data": .string(data),
            "role": .string(role.rawValue),
            "bearerHash": .string(Base64URL.text(bearerHash)),
            "epoch": .string(epoch),
            "isSuppressingEvents": .bool(isSuppressingEvents),
            "isVisible": .bool(isVisible),
            "nextRequest": JSONValue(nextRequest),
            "acknowledged": JSONValue(backlog.acknowledged),
            "isDropped": .bool(backlog.isDropped),
            "answers": .array(answers.map(\.journalJSON)),
        ]
    }

    init(journal fields: JournalFields) throws(JournalFlaw) {
        self.init(
            id: try fields.text("id"),
            createdAtMs: try fields.number("createdAtMs"),
            data: try fields.text("data"),
            role: try fields.word("role"),
            bearerHash: try fields.bytes("bearerHash"),
            epoch: try fields.text("epoch"),
            isSuppressingEvents: try fields.flag("isSuppressingEvents"),
            nextRequest: try fields.count("nextRequest")
        )
        isVisible = try fields.flag("isVisible")
        backlog = Backlog(
            acknowledged: try fields.count("acknowledged"),
            isDropped: try fields.flag("isDropped")
        )
        var answers: [StoredAnswer] = []
        for value in try fields.array("answers") {
            answers.append(try StoredAnswer(journal: JournalFields(value)))
        }
        restore(answers)
    }
}

extension StoredAnswer {
    var journalJSON: JSONValue {
        switch outcome {
        case .done: ["number": JSONValue(number)]
        case .reported(let issueID):
            ["number": JSONValue(number), "issueID": .string(issueID)]
        case .refused(let code, let message):
            [
                "number": JSONValue(number), "code": JSONValue(code.rawValue),
                "message": .string(message),
            ]
        }
    }

    init(journal fields: JournalFields) throws(JournalFlaw) {
        number = try fields.count("number")
        if let issueID = try fields.optionalText("issueID") {
            outcome = .reported(issueID: issueID)
        } else if let message = try fields.optionalText("message") {
            outcome = .refused(try fields.code("code"), message: message)
        } else {
            outcome = .done
        }
    }
}

extension StoredStream {
    var journalJSON: JSONValue {
        [
            "id": .string(id),
            "name": .string(name),
            "connection": .string(connection),
            "createdAtMs": .integer(createdAtMs),
            "properties": properties.journalJSON,
            "isMuteForced": .bool(isMuteForced),
        ]
    }

    init(journal fields: JournalFields) throws(JournalFlaw) {
        id = try fields.text("id")
        name = try fields.text("name")
        connection = try fields.text("connection")
        createdAtMs = try fields.number("createdAtMs")
        properties = try StreamProperties(journal: fields.object("properties"))
        isMuteForced = try fields.flag("isMuteForced")
    }
}

extension StreamProperties {
    var journalJSON: JSONValue {
        [
            "hasAudio": .bool(hasAudio),
            "hasVideo": .bool(hasVideo),
            "width": JSONValue(width),
            "height": JSONValue(height),
            "videoType": .string(videoType.rawValue),
        ]
    }

    init(journal fields: JournalFields) throws(JournalFlaw) {
        self.init(
            hasAudio: try fields.flag("hasAudio"),
            hasVideo: try fields.flag("hasVideo"),
            width: try fields.count("width"),
            height: try fields.count("height"),
            videoType: try fields.word("videoType")
        )
    }
}
