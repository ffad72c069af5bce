// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The core's error, which never leaves this module.
typealias CoreError = HappyOysterCore.OysterSDKError

extension OysterSDKError {
    init(_ error: CoreError) {
        self.init(
            code: error.code,
            raw: error.raw.dictionary,
            message: error.message,
            operation: error.operation?.rawValue,
            endsTravel: error.endsTravel,
            isRetryable: error.isRetryable
        )
    }
}

extension ErrorDiagnostics {
    /// What is known, by name; nil when nothing is.
    fileprivate var dictionary: [String: String]? {
        var known: [String: String] = [:]
        known["message"] = message
        known["requestId"] = requestId
        known["httpStatus"] = httpStatus.map { String($0) }
        known["errorCode"] = errorCode
        known["errorMessage"] = errorMessage
        known["retryAfterMs"] = retryAfter.map { String($0.wholeMilliseconds) }
        return known.isEmpty ? nil : known
    }
}

extension OysterErrorKind {
    init(_ kind: HappyOysterCore.OysterErrorKind) {
        self =
            switch kind {
            case .notInitialized: .notInitialized
            case .tokenMissing: .tokenMissing
            case .tokenInvalid: .tokenInvalid
            case .noActiveTravel: .noActiveTravel
            case .invalidState: .invalidState
            case .sendCommandInDirecting: .sendCommandInDirecting
            case .concurrentTravel: .concurrentTravel
            case .realtimeConnectFailed: .realtimeConnectFailed
            case .realtimeJoinTimeout: .realtimeJoinTimeout
            case .firstFrameTimeout: .firstFrameTimeout
            case .channelNotReady: .channelNotReady
            case .callbackTimeout: .callbackTimeout
            case .localNetwork: .localNetwork
            case .responseDecodeFailed: .responseDecodeFailed
            case .streamAutoEnd: .streamAutoEnd
            case .proxyOrUnrecognized: .proxyOrUnrecognized
            case .featureGateDisabled: .featureGateDisabled
            case .server(let code): .server(code: code)
            case .unknown(let code), .interfaceMisuse(let code): .unknown(code: code)
            }
    }
}
