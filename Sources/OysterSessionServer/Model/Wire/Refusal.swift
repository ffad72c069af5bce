// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// An answer with a status other than 2xx.
package struct Refusal: Error, Equatable, Sendable {
    /// The HTTP status.
    package let status: Int
    package let code: SessionErrorCode
    /// A sentence for the developer of the client; contains no secret and no text of a client.
    package let message: String
    /// With 410: whether the client resumes (true), or its connection is over.
    package var resume: Bool?
    /// With 410: why the connection is over.
    package var reason: EndReason?
    /// The number of the next request that the server expects.
    package var nextRequest: Int?
    /// With 429: how long the client waits.
    package var retryAfterMs: Int?
    /// With 429: the answers to the requests that were executed.
    package var answers: [StoredAnswer]?

    package init(_ status: Int, _ code: SessionErrorCode, _ message: String) {
        self.status = status
        self.code = code
        self.message = message
    }

    /// The body of the answer.
    ///
    /// `answers` and, beside them, `nextRequest` stand in the body as in a 200; all other members
    /// stand in `error`.
    package var json: JSONValue {
        var error: JSONObject = ["code": JSONValue(code.rawValue), "message": .string(message)]
        error["resume"] = resume.map(JSONValue.bool)
        error["reason"] = reason.map { .string($0.rawValue) }
        error["retryAfterMs"] = retryAfterMs.map(JSONValue.init)
        guard let answers else {
            error["nextRequest"] = nextRequest.map(JSONValue.init)
            return ["error": .object(error)]
        }
        var body: JSONObject = ["error": .object(error)]
        body["answers"] = .array(answers.map(\.json))
        body["nextRequest"] = nextRequest.map(JSONValue.init)
        return .object(body)
    }
}

extension Refusal {
    static func malformed(_ message: String) -> Refusal { Refusal(400, .invalid, message) }

    static func notAuthorised(_ message: String) -> Refusal {
        Refusal(401, .notAuthorised, message)
    }

    /// The session id is of no use to the client.
    static func sessionUnknown(_ message: String) -> Refusal {
        Refusal(404, .sessionUnknown, message)
    }

    static let connectionUnknown = Refusal(
        404,
        .sessionUnknown,
        "The server does not know this connection."
    )

    static func conflict(_ message: String) -> Refusal { Refusal(409, .illegalState, message) }

    /// The client must resume its connection.
    static func mustResume(_ message: String) -> Refusal {
        var refusal = Refusal(410, .dropped, message)
        refusal.resume = true
        return refusal
    }

    /// The connection is over.
    static func over(_ reason: EndReason) -> Refusal {
        var refusal = Refusal(410, .dropped, "The connection is over.")
        refusal.resume = false
        refusal.reason = reason
        return refusal
    }

    static let internalFault = Refusal(500, .internalFault, "The server has a fault.")
}
