// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// Decides whether and when the request to end a travel is repeated.
///
/// Source: ours. The library repeats the request until the server confirms the end, refuses it for
/// good, or ``limit`` has passed.
struct EndRetry {
    /// How long the request is repeated, from the first request on.
    static let limit: Duration = .seconds(60)
    /// Pauses between a failure and the next request; the last one repeats.
    static let delays: [Duration] = [.seconds(1), .seconds(2), .seconds(3), .seconds(5)]

    enum Verdict: Equatable {
        /// The server had ended the travel after a request whose answer was lost.
        case confirmed
        /// The server refuses, and another request would be refused as well.
        case refused
        case again(after: Duration)
        /// ``limit`` passes before the next request.
        case expired
    }

    let since: Duration
    private(set) var failures = 0
    /// Whether only a newer token can help.
    private(set) var isTokenRefused = false
    /// Whether an earlier request may have been accepted: its answer never came.
    private var isUncertain = false

    init(since: Duration) { self.since = since }

    /// Takes the failure of one request.
    mutating func failed(_ error: OysterSDKError, at now: Duration) -> Verdict {
        if error.code == OysterErrorCode.serverStateConflict, isUncertain { return .confirmed }
        failures += 1
        if error.isFinalRefusal { return .refused }
        if error.mayHaveBeenAccepted { isUncertain = true }
        isTokenRefused = error.isTokenRefusal
        let step = EndRetry.delays[min(failures, EndRetry.delays.count) - 1]
        let delay = max(step, error.retryAfter)
        return now + delay <= since + EndRetry.limit ? .again(after: delay) : .expired
    }
}

extension OysterSDKError {
    /// How long the server asks the library to wait before the next request, 0 to 60 s.
    var retryAfter: Duration {
        min(max(diagnostics.retryAfter ?? .zero, .zero), HTTPResponse.longestRetryAfter)
    }

    /// Whether the service refused for another reason than missing capacity or an invalid token.
    fileprivate var isFinalRefusal: Bool {
        (400_000...499_999).contains(code) && !(429_000...429_999).contains(code)
    }

    fileprivate var isTokenRefusal: Bool {
        code == OysterErrorCode.tokenMissing || code == OysterErrorCode.tokenInvalid
    }
}
