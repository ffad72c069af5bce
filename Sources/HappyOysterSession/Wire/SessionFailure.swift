// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// A refusal of the session server.
package struct SessionRefusal: Error, Equatable, Sendable {
    package let status: Int
    /// A code of the session family; nil when the answer names none.
    package var code: Int?
    /// The server's own words, without secrets.
    package var message: String?
    /// Whether a resume may restore the connection; nil when the answer does not say it.
    package var mayResume: Bool?
    package var reason: OysterSessionReason = .unknown
    package var nextRequest: Int?
    package var retryAfter: Duration?
    /// The answers that a refused POST of the request lane has.
    package var answer: LaneAnswer?

    package init(status: Int, code: Int? = nil) {
        self.status = status
        self.code = code
    }

    /// Reads the object `error`.
    init(status: Int, error: JSONObject?) {
        self.status = status
        guard let error else { return }
        code = error.number("code").flatMap { OysterErrorCode.isSession($0) ? $0 : nil }
        message = error["message"]?.shownText
        mayResume = error["resume"]?.boolValue
        reason = OysterSessionReason(error["reason"])
        nextRequest = error.number("nextRequest")
        retryAfter = error.number("retryAfterMs").map {
            .milliseconds(min($0, Int(HTTPResponse.longestRetryAfter.wholeMilliseconds)))
        }
    }

    /// Reads an answer with a status other than 2xx; its body may be anything.
    package init(status: Int, body: [UInt8], retryAfter: Duration?) {
        let object = (try? JSONCodec.parse(body, .lenient))?.objectValue
        self.init(status: status, error: object?["error"]?.objectValue)
        self.retryAfter = self.retryAfter ?? retryAfter
        answer = object.flatMap(LaneAnswer.init)
    }

    /// The error of a refused operation.
    func error(_ operation: OperationName?) -> OysterSDKError {
        let code = code ?? OysterErrorCode.sessionInternal
        guard let message else { return OysterSDKError(code, operation: operation) }
        return OysterSDKError(code, cause: message, operation: operation)
    }
}

/// Why a request to the session server, or the event stream, failed.
package enum SessionFailure: Error, Equatable, Sendable {
    case refused(SessionRefusal)
    case network(HTTPFailure)
    /// An answer that is not the protocol's, with the reason.
    case unintelligible(String)
    /// The event stream ended in order.
    case ended

    /// For the log and for messages; contains no secret.
    var cause: String {
        switch self {
        case .refused(let refusal):
            let code = refusal.code.map { " (\($0))" } ?? ""
            return "the session server answered with HTTP status \(refusal.status)\(code)"
        case .network(let failure): return failure.cause
        case .unintelligible(let flaw): return flaw
        case .ended: return "the event stream ended"
        }
    }

    /// The error of a connect that failed.
    var connectError: OysterSDKError {
        switch self {
        case .refused(let refusal):
            if refusal.status == 429 {
                return connectError(OysterErrorCode.sessionConnectionRefused)
            }
            if refusal.code != nil { return refusal.error(.connect) }
            return connectError(
                refusal.status == 503
                    ? OysterErrorCode.sessionConnectionRefused
                    : OysterErrorCode.sessionConnectFailed
            )
        case .network(let failure):
            switch failure.kind {
            case .timedOut: return connectError(OysterErrorCode.sessionConnectTimeout)
            case .unreadable: return connectError(OysterErrorCode.sessionConnectFailed)
            case .transport:
                return connectError(
                    failure.isRefused
                        ? OysterErrorCode.sessionConnectionRefused
                        : OysterErrorCode.sessionConnectFailed
                )
            }
        case .unintelligible, .ended: return connectError(OysterErrorCode.sessionConnectFailed)
        }
    }

    private func connectError(_ code: Int) -> OysterSDKError {
        OysterSDKError(code, cause: cause, operation: .connect)
    }
}
