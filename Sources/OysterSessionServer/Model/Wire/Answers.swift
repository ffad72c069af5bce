// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// The answer to the creation of a session; status 201.
package struct CreatedSession: Equatable, Sendable {
    package let sessionID: String

    package var json: JSONValue { ["sessionId": .string(sessionID)] }
}

/// The answer to a connect (201) or a resume (200).
///
/// It holds the bearer: neither the value nor its JSON may be logged.
package struct ConnectAnswer: Sendable {
    package let json: JSONValue
    /// The id of the connection, for the log.
    package let connection: String
    /// The role of the connection, for the log.
    package let role: Role
    /// The name of the connect's token, for the log.
    package var tokenName: String?
}

/// An event stream that was opened.
package struct OpenedEventStream: Equatable, Sendable {
    package let stream: EventStreamID
    package let epoch: String
    /// The data of the event `hello`.
    package let hello: JSONValue
    /// Whether events wait already, so that the server need not wait for ``Effects/ready``.
    package let hasEvents: Bool
}

/// The answer to a POST on the request lane; status 200.
package struct PostAnswer: Equatable, Sendable {
    package let answers: [StoredAnswer]
    package let nextRequest: Int
    package let resumeTicket: Secret?

    package var json: JSONValue {
        var body: JSONObject = [
            "answers": .array(answers.map(\.json)),
            "nextRequest": JSONValue(nextRequest),
        ]
        body["resumeTicket"] = resumeTicket.map { .string($0.exposed) }
        return .object(body)
    }
}
