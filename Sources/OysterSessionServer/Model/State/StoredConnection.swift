// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// A connection of a session.
package struct StoredConnection: Equatable, Sendable {
    package let id: String
    /// Milliseconds since 1970.
    package let createdAtMs: Int64
    /// What the creator of the token says about the client.
    package let data: String
    package let role: Role
    /// The SHA-256 of the bearer.
    var bearerHash: [UInt8]
    package var epoch: String
    /// The client receives no `connectionCreated` and `connectionDestroyed`.
    var isSuppressingEvents: Bool
    /// It has opened an event stream, and others know it.
    package var isVisible = false
    /// The number of the next request.
    package var nextRequest: Int
    package var backlog = Backlog()
    /// The answers to the last requests, oldest first; their numbers are consecutive.
    private(set) var answers: [StoredAnswer] = []

    init(
        id: String,
        createdAtMs: Int64,
        data: String,
        role: Role,
        bearerHash: [UInt8],
        epoch: String,
        isSuppressingEvents: Bool,
        nextRequest: Int
    ) {
        self.id = id
        self.createdAtMs = createdAtMs
        self.data = data
        self.role = role
        self.bearerHash = bearerHash
        self.epoch = epoch
        self.isSuppressingEvents = isSuppressingEvents
        self.nextRequest = nextRequest
    }

    /// Keeps the answer to the next request.
    mutating func keep(_ answer: StoredAnswer, limit: Int) {
        answers.append(answer)
        if answers.count > limit { answers.removeFirst(answers.count - limit) }
        nextRequest = answer.number + 1
    }

    /// The answers of a journal.
    mutating func restore(_ answers: [StoredAnswer]) { self.answers = answers }

    /// The stored answer to a request; nil when it is not kept any more.
    func answer(to number: Int) -> StoredAnswer? {
        guard let first = answers.first, number >= first.number else { return nil }
        let index = number - first.number
        return index < answers.count ? answers[index] : nil
    }

    /// What others see of it.
    var json: JSONValue {
        [
            "id": .string(id),
            "createdAt": .string(ISO8601.fullText(milliseconds: createdAtMs)),
            "data": .string(data),
        ]
    }
}
