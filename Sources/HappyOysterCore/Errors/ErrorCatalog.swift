// SPDX-License-Identifier: Apache-2.0

/// What is known about each code: name, kind, advice.
///
/// The one place for these texts; `docs/errors.md` is checked against it.
package enum ErrorCatalog {
    package struct Entry: Sendable {
        package let name: String
        /// Nil where the kind follows from the code's range.
        package let kind: OysterErrorKind?
        package let message: String
        package let advice: String
    }

    /// Codes that make the SDK end a running travel.
    ///
    /// Source: reference, section 9.
    package static let endingTravel: Set<Int> = [
        OysterErrorCode.realtimeConnectFailed, OysterErrorCode.realtimeJoinTimeout,
        OysterErrorCode.firstFrameTimeout, OysterErrorCode.streamAutoEnd,
        OysterErrorCode.featureGateDisabled,
    ]

    /// Codes after which the same call may succeed without any change by the host.
    package static let retryable: Set<Int> = [
        OysterErrorCode.callbackTimeout, OysterErrorCode.localNetwork,
        OysterErrorCode.proxyOrUnrecognized, OysterErrorCode.channelNotReady,
        OysterErrorCode.serverCapacityUnavailable, OysterErrorCode.serverConcurrencyLimit,
        OysterErrorCode.serverCapacityExhausted, OysterErrorCode.serverInternal,
        OysterErrorCode.serverInferenceFailed,
    ]

    /// Name of any number.
    package static func name(_ code: Int) -> String {
        entries[code]?.name ?? (OysterErrorCode.isServer(code) ? "SERVER" : "UNKNOWN")
    }

    /// What happened, in one sentence.
    package static func message(_ code: Int) -> String {
        entries[code]?.message
            ?? (OysterErrorCode.isServer(code)
                ? "The server refused the request." : "An unknown error occurred.")
    }

    /// What happened and why: the sentence of `message(_:)` with a concrete cause.
    package static func message(_ code: Int, cause: String) -> String {
        var (sentence, cause) = (message(code), cause)
        if sentence.last == "." { sentence.removeLast() }
        if cause.last == "." { cause.removeLast() }
        return "\(sentence): \(cause)."
    }

    /// What a developer does about it.
    package static func advice(_ code: Int) -> String {
        entries[code]?.advice
            ?? (OysterErrorCode.isServer(code)
                ? "Look the code up in the service's error table; the server's text is in raw."
                : "Report the code together with the log.")
    }

    package static let entries: [Int: Entry] = {
        var all = local
        all.merge(interface) { first, _ in first }
        all.merge(server) { first, _ in first }
        return all
    }()
}
