// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// The answer to one request of the request lane, kept for a client that repeats the request.
package struct StoredAnswer: Equatable, Sendable {
    /// What the request led to.
    package enum Outcome: Equatable, Sendable {
        case done
        /// The report of an issue has this id.
        case reported(issueID: String)
        case refused(SessionErrorCode, message: String)
    }

    /// The number of the request.
    package let number: Int
    package let outcome: Outcome

    /// One element of the answer's `answers`.
    package var json: JSONValue {
        switch outcome {
        case .done: ["number": JSONValue(number)]
        case .reported(let issueID):
            ["number": JSONValue(number), "result": ["issueId": .string(issueID)]]
        case .refused(let code, let message):
            [
                "number": JSONValue(number),
                "error": ["code": JSONValue(code.rawValue), "message": .string(message)],
            ]
        }
    }
}
