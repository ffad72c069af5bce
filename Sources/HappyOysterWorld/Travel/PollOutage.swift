// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// Decides which of several consecutive failed polls are reported.
///
/// The first failure is reported, and the first failure of each other code. Then a summary follows
/// at most every 30 s, until a poll succeeds.
struct PollOutage {
    /// Shortest time between two summaries.
    static let interval: Duration = .seconds(30)
    /// Most codes of one outage that are reported without waiting for a summary.
    static let mostCodes = 4

    /// Failed polls since the last successful one.
    private(set) var failures = 0
    private var since: Duration = .zero
    private var reportedAt: Duration = .zero
    private var codes: Set<Int> = []

    /// Takes a failed poll; returns the error to report, or nil.
    mutating func failed(_ error: OysterSDKError, at now: Duration) -> OysterSDKError? {
        failures += 1
        if failures == 1 { since = now }
        if codes.count < PollOutage.mostCodes, codes.insert(error.code).inserted {
            reportedAt = now
            return error
        }
        guard now - reportedAt >= PollOutage.interval else { return nil }
        reportedAt = now
        return error.summarizing(failures, duration: now - since)
    }

    /// Takes a successful poll; returns a log line when it ends an outage.
    mutating func succeeded(at now: Duration) -> String? {
        guard failures > 0 else { return nil }
        defer { self = PollOutage() }
        let polls = failures == 1 ? "1 failed poll" : "\(failures) failed polls"
        return "the server answers polls again after \(polls) in \((now - since).inSeconds)"
    }
}

extension OysterSDKError {
    /// The same failure, with the number of polls that failed.
    fileprivate func summarizing(_ failures: Int, duration: Duration) -> OysterSDKError {
        OysterSDKError(
            code,
            message: "\(message) \(failures) polls in a row have failed in \(duration.inSeconds).",
            diagnostics: diagnostics,
            operation: operationName,
            endsTravel: endsTravel
        )
    }
}

extension Duration {
    fileprivate var inSeconds: String { "\(wholeMilliseconds / 1000) s" }
}
