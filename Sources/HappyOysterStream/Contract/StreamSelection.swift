// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// The stream engines that a travel may use: loaded and prepared before its ticket is spent.
package struct StreamSelection: Sendable {
    /// The engine that the configuration asks for; nil when it cannot run.
    private let preferred: (any StreamEngine)?
    /// Used when `preferred` is missing or does not suit the channel; nil when there must be no
    /// test card.
    private let testCard: (any StreamEngine)?
    /// Whether a channel that does not suit `preferred` may get the test card.
    private let isAutomatic: Bool
    /// Why there is no `preferred`.
    private let problem: String

    /// An engine that the configuration names: it is used for every channel.
    package init(_ engine: any StreamEngine) {
        (preferred, testCard, isAutomatic, problem) = (engine, nil, false, "")
    }

    /// The choice of `auto`: an engine for the channels that suit it, and the test card, if any,
    /// for the others.
    package init(suitable engine: any StreamEngine, testCard: (any StreamEngine)?) {
        (preferred, self.testCard, isAutomatic, problem) = (engine, testCard, true, "")
    }

    /// The choice of `auto` when no engine can run: the test card, and the reason.
    package init(testCard: any StreamEngine, because problem: String) {
        (preferred, self.testCard, isAutomatic, self.problem) = (nil, testCard, true, problem)
    }

    /// The engine for a channel, and a warning for the log; 105001 when no engine can join it.
    package func engine(for rtcConfig: JSONValue) throws(OysterSDKError) -> (
        engine: any StreamEngine, warning: String?
    ) {
        if let preferred, !isAutomatic || preferred.suits(rtcConfig: rtcConfig) {
            return (preferred, nil)
        }
        let reason = preferred.map { "the stream engine \($0.name) cannot join this channel" }
        guard let testCard else {
            throw OysterSDKError.streamEngine(reason ?? problem)
        }
        return (testCard, "\(reason ?? problem): the video is the loopback test card")
    }
}

extension OysterSDKError {
    /// 109005 with the reason why the media cannot be recorded.
    package static func recording(_ reason: String) -> OysterSDKError {
        OysterSDKError(
            OysterErrorCode.unsupported,
            message: reason,
            diagnostics: ErrorDiagnostics(message: reason)
        )
    }

    /// 105001 with a reason that the host may see.
    package static func streamEngine(_ reason: String) -> OysterSDKError {
        OysterSDKError(
            OysterErrorCode.realtimeConnectFailed,
            cause: reason,
            diagnostics: ErrorDiagnostics(message: reason)
        )
    }
}
