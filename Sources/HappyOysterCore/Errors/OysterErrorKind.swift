// SPDX-License-Identifier: Apache-2.0

/// Typed view of an error code.
///
/// Source: iOS SDK reference 1.0.3, section 8; `interfaceMisuse` is ours.
package enum OysterErrorKind: Equatable, Sendable {
    case notInitialized
    case tokenMissing
    case tokenInvalid
    case noActiveTravel
    case invalidState
    /// Any mode mismatch (103003); the name is the reference's.
    case sendCommandInDirecting
    case concurrentTravel
    case realtimeConnectFailed
    case realtimeJoinTimeout
    case firstFrameTimeout
    case channelNotReady
    case callbackTimeout
    case localNetwork
    case responseDecodeFailed
    case streamAutoEnd
    case proxyOrUnrecognized
    case featureGateDisabled
    case server(code: Int)
    case unknown(code: Int)
    case interfaceMisuse(code: Int)

    package init(code: Int) {
        if let named = ErrorCatalog.entries[code]?.kind {
            self = named
        } else if OysterErrorCode.isServer(code) {
            self = .server(code: code)
        } else if (109_000...109_999).contains(code) {
            self = .interfaceMisuse(code: code)
        } else {
            self = .unknown(code: code)
        }
    }

    /// The case's name, without its code.
    package var name: String {
        switch self {
        case .notInitialized: "notInitialized"
        case .tokenMissing: "tokenMissing"
        case .tokenInvalid: "tokenInvalid"
        case .noActiveTravel: "noActiveTravel"
        case .invalidState: "invalidState"
        case .sendCommandInDirecting: "sendCommandInDirecting"
        case .concurrentTravel: "concurrentTravel"
        case .realtimeConnectFailed: "realtimeConnectFailed"
        case .realtimeJoinTimeout: "realtimeJoinTimeout"
        case .firstFrameTimeout: "firstFrameTimeout"
        case .channelNotReady: "channelNotReady"
        case .callbackTimeout: "callbackTimeout"
        case .localNetwork: "localNetwork"
        case .responseDecodeFailed: "responseDecodeFailed"
        case .streamAutoEnd: "streamAutoEnd"
        case .proxyOrUnrecognized: "proxyOrUnrecognized"
        case .featureGateDisabled: "featureGateDisabled"
        case .server: "server"
        case .unknown: "unknown"
        case .interfaceMisuse: "interfaceMisuse"
        }
    }
}
