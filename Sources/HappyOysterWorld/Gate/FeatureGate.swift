// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// Whether the service allows this version of the SDK.
///
/// Requested after each token update and, when older than a minute, before a start and in parallel
/// with the polls and operations of a travel. A gate that cannot be read is open. The route is ours:
/// the vendor's is not public.
struct FeatureGate {
    static let freshness: Duration = .seconds(60)
    /// Bound of one request: an unreachable gate delays a start by at most this time.
    static let timeout: Duration = .seconds(3)

    private var fetchedAt: Duration?
    /// Why the gate is closed, or nil.
    private(set) var refusal: OysterSDKError?

    func isFresh(at now: Duration) -> Bool {
        guard let fetchedAt else { return false }
        return now - fetchedAt < FeatureGate.freshness
    }

    /// Takes the answer of a request; its reason is foreign text and is redacted.
    mutating func fetched(
        _ result: Result<JSONObject, OysterSDKError>,
        redactor: Redactor,
        at now: Duration
    ) {
        fetchedAt = now
        refusal = nil
        guard case .success(let data) = result else { return }
        if data["enabled"]?.boolValue == false {
            refusal = FeatureGate.closed(data["reason"]?.stringValue ?? "The SDK is disabled.")
        } else if let minimum = data["minimumVersion"]?.stringValue,
            FeatureGate.isOlder(LibraryVersion.text, than: minimum)
        {
            let reason = data["reason"]?.stringValue
            refusal = FeatureGate.closed(reason ?? "Version \(minimum) or newer is required.")
        }
        refusal = refusal?.redacted(by: redactor)
    }

    /// Forgets the answer when the host configures another service.
    mutating func reset() { self = FeatureGate() }

    private static func closed(_ reason: String) -> OysterSDKError {
        OysterSDKError(
            OysterErrorCode.featureGateDisabled,
            cause: reason,
            diagnostics: ErrorDiagnostics(message: reason)
        )
    }

    /// Compares dotted numbers; a minimum of another form is never newer.
    static func isOlder(_ version: String, than minimum: String) -> Bool {
        guard let mine = numbers(version), let wanted = numbers(minimum) else { return false }
        for index in 0..<max(mine.count, wanted.count) {
            let left = index < mine.count ? mine[index] : 0
            let right = index < wanted.count ? wanted[index] : 0
            if left != right { return left < right }
        }
        return false
    }

    private static func numbers(_ text: String) -> [Int]? {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Int($0) }
        return numbers.count == parts.count && !numbers.isEmpty ? numbers : nil
    }
}
