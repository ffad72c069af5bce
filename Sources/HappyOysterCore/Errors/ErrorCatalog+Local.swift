// SPDX-License-Identifier: Apache-2.0

extension ErrorCatalog {
    private typealias Code = OysterErrorCode

    /// 1xxxxx: decided by the client.
    ///
    /// Source: reference, section 9, and its other editions.
    static let local: [Int: Entry] = [
        0: Entry(name: "OK", kind: nil, message: "Success.", advice: ""),
        Code.notInitialized: Entry(
            name: "NOT_INITIALIZED",
            kind: .notInitialized,
            message: "The engine has no valid configuration.",
            advice: "Initialize the engine first, and check api_host and model."
        ),
        Code.invalidConfig: Entry(
            name: "INVALID_CONFIG",
            kind: .notInitialized,
            message: "The configuration is blank or invalid.",
            advice:
                "Pass a bare host or an https URL without path as api_host (http for loopback only), "
                + "the versioned model name of your account as model, and options within their ranges."
        ),
        Code.tokenMissing: Entry(
            name: "TOKEN_MISSING",
            kind: .tokenMissing,
            message: "No HTTP token was injected.",
            advice: "Call update_token with a temporary API key and retry."
        ),
        Code.tokenInvalid: Entry(
            name: "TOKEN_INVALID",
            kind: .tokenInvalid,
            message: "The server refused the HTTP token.",
            advice: "Exchange a new temporary API key on your server, call update_token and retry. "
                + "The ticket stays valid."
        ),
        Code.noActiveTravel: Entry(
            name: "NO_ACTIVE_TRAVEL",
            kind: .noActiveTravel,
            message: "No travel is active.",
            advice: "Create and start a travel first."
        ),
        Code.invalidState: Entry(
            name: "INVALID_STATE",
            kind: .invalidState,
            message: "The current state or world version does not allow this.",
            advice: "Check the travel's status and version; can() tells what is possible now."
        ),
        Code.modeMismatch: Entry(
            name: "MODE_MISMATCH",
            kind: .sendCommandInDirecting,
            message: "This world's mode does not have this operation.",
            advice: "Choose the operation by the mode that start returned."
        ),
        Code.concurrentTravel: Entry(
            name: "CONCURRENT_TRAVEL",
            kind: .concurrentTravel,
            message: "Another travel of this engine is in flight.",
            advice: "End the old travel first, or use another engine."
        ),
        Code.realtimeConnectFailed: Entry(
            name: "REALTIME_CONNECT_FAILED",
            kind: .realtimeConnectFailed,
            message: "The real-time connection failed.",
            advice:
                "Install what the message names and start again; without such a name, end this "
                + "travel and start another with a new ticket."
        ),
        Code.realtimeJoinTimeout: Entry(
            name: "REALTIME_JOIN_TIMEOUT",
            kind: .realtimeJoinTimeout,
            message: "Joining the real-time channel took too long.",
            advice: "End this travel and start another; raise callback_timeout_ms on slow networks."
        ),
        Code.firstFrameTimeout: Entry(
            name: "FIRST_FRAME_TIMEOUT",
            kind: .firstFrameTimeout,
            message: "The first video frame did not come in time.",
            advice: "End this travel and start another; raise callback_timeout_ms on slow networks."
        ),
        Code.channelNotReady: Entry(
            name: "CHANNEL_NOT_READY",
            kind: .channelNotReady,
            message: "The real-time channel did not take the command.",
            advice: "Send commands while the status is running."
        ),
        Code.callbackTimeout: Entry(
            name: "CALLBACK_TIMEOUT",
            kind: .callbackTimeout,
            message: "The server did not answer in time.",
            advice: "Retry; raise callback_timeout_ms if needed."
        ),
        Code.streamAutoEnd: Entry(
            name: "STREAM_AUTO_END",
            kind: .streamAutoEnd,
            message: "No stream arrived after joining; the travel was ended.",
            advice: "Start another travel with a new ticket."
        ),
        Code.localNetwork: Entry(
            name: "LOCAL_NETWORK",
            kind: .localNetwork,
            message: "The network failed before an answer came.",
            advice:
                "Check the network, and api_host: a wrong host looks the same, and a bare host "
                + "means https. Then retry."
        ),
        Code.responseDecodeFailed: Entry(
            name: "RESPONSE_DECODE_FAILED",
            kind: .responseDecodeFailed,
            message: "The server's answer could not be understood.",
            advice: "Upgrade the SDK, or report the request id in raw."
        ),
        Code.proxyOrUnrecognized: Entry(
            name: "PROXY_OR_UNRECOGNIZED",
            kind: .proxyOrUnrecognized,
            message: "A gateway or proxy answered without a code of the service.",
            advice: "If it says AccessDenied: the model name is wrong or not enabled for the "
                + "account, or host, model and token do not belong together. Otherwise retry."
        ),
        Code.featureGateDisabled: Entry(
            name: "FEATURE_GATE_DISABLED",
            kind: .featureGateDisabled,
            message: "The service has switched this SDK version off.",
            advice: "Follow the reason in raw; upgrade when the version is too low."
        ),
    ]
}
