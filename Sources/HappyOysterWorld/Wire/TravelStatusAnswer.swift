// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// What the server answers to a status poll.
///
/// Source: Open API `travels/status`.
package struct TravelStatusAnswer: Equatable, Sendable {
    package enum Status: Equatable, Sendable {
        case initial, pending, running, paused, failed, completed
        /// A word that this version does not know; the travel ignores it.
        case other(String)

        init(_ word: String) {
            switch Word(word).text {
            case "init": self = .initial
            case "pending": self = .pending
            case "running": self = .running
            case "paused": self = .paused
            case "failed": self = .failed
            case "completed": self = .completed
            default: self = .other(word)
            }
        }
    }

    package let status: Status
    package let update: TravelUpdate
    package private(set) var errorCode: String?
    package private(set) var errorMessage: String?

    package init(_ data: JSONObject) throws(OysterSDKError) {
        let fields = FieldReader(object: data)
        status = Status(try fields.word("status"))
        update = TravelUpdate(
            characterActions: fields.array("characterActions"),
            environmentActions: fields.array("environmentActions"),
            chapters: fields.array("chapters"),
            userInstructions: fields.array("userInstructions")
        )
        errorCode = fields.shownText("errorCode")
        errorMessage = fields.shownText("errorMessage")
    }

    /// The same answer with the server's failure texts changed.
    func mapTexts(_ change: (String) -> String) -> TravelStatusAnswer {
        var copy = self
        copy.errorCode = errorCode.map(change)
        copy.errorMessage = errorMessage.map(change)
        return copy
    }
}

/// Action pools, chapters and executed instructions, as the server lists them.
package struct TravelUpdate: Equatable, Sendable {
    package var characterActions: [JSONValue] = []
    package var environmentActions: [JSONValue] = []
    package var chapters: [JSONValue] = []
    package var userInstructions: [JSONValue] = []

    package var json: JSONObject {
        [
            "characterActions": .array(characterActions),
            "environmentActions": .array(environmentActions),
            "chapters": .array(chapters),
            "userInstructions": .array(userInstructions),
        ]
    }
}
