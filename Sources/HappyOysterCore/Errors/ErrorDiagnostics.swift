// SPDX-License-Identifier: Apache-2.0

/// What the other side said about a failure, redacted; for logs and reports only.
package struct ErrorDiagnostics: Equatable, Sendable {
    /// The server's own text, or the transport's.
    package var message: String?
    package var requestId: String?
    package var httpStatus: Int?
    /// A symbolic code: of the gateway (`AccessDenied`) or of a failed travel.
    package var errorCode: String?
    package var errorMessage: String?
    /// How long the server wants no other request of the kind.
    package var retryAfter: Duration?

    package init(
        message: String? = nil,
        requestId: String? = nil,
        httpStatus: Int? = nil,
        errorCode: String? = nil,
        errorMessage: String? = nil,
        retryAfter: Duration? = nil
    ) {
        self.message = message
        self.requestId = requestId
        self.httpStatus = httpStatus
        self.errorCode = errorCode
        self.errorMessage = errorMessage
        self.retryAfter = retryAfter
    }

    /// What is known, by name; nil when nothing is.
    var dictionary: [String: String]? {
        var known: [String: String] = [:]
        known["message"] = message
        known["requestId"] = requestId
        known["httpStatus"] = httpStatus.map { String($0) }
        known["errorCode"] = errorCode
        known["errorMessage"] = errorMessage
        known["retryAfterMs"] = retryAfter.map { String($0.wholeMilliseconds) }
        return known.isEmpty ? nil : known
    }

    var json: JSONValue {
        var object = JSONObject()
        object["message"] = message.map(JSONValue.string)
        object["requestId"] = requestId.map(JSONValue.string)
        object["httpStatus"] = httpStatus.map { .integer(Int64($0)) }
        object["errorCode"] = errorCode.map(JSONValue.string)
        object["errorMessage"] = errorMessage.map(JSONValue.string)
        object["retryAfterMs"] = retryAfter.map { .integer($0.wholeMilliseconds) }
        return .object(object)
    }

    /// The same diagnostics with every text passed through `redact`.
    package func mapTexts(_ redact: (String) -> String) -> ErrorDiagnostics {
        ErrorDiagnostics(
            message: message.map(redact),
            requestId: requestId.map(redact),
            httpStatus: httpStatus,
            errorCode: errorCode.map(redact),
            errorMessage: errorMessage.map(redact),
            retryAfter: retryAfter
        )
    }
}
