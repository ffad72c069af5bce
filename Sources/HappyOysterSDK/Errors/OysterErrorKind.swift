// SPDX-License-Identifier: Apache-2.0

/// Typed view of an error's code.
///
/// Source: iOS SDK reference 1.0.3, section 8.
public enum OysterErrorKind: Equatable, Sendable {
    /// 100001, and 100002 for an invalid configuration.
    case notInitialized
    case tokenMissing, tokenInvalid, noActiveTravel, invalidState
    /// Any mode mismatch (103003); the name is the reference's.
    case sendCommandInDirecting
    case concurrentTravel, realtimeConnectFailed, realtimeJoinTimeout, firstFrameTimeout
    case channelNotReady, callbackTimeout, localNetwork, responseDecodeFailed
    case streamAutoEnd, proxyOrUnrecognized, featureGateDisabled
    /// A code of the server: 4xxxxx or 5xxxxx.
    case server(code: Int)
    /// Any other code; those of our own (109xxx) too.
    case unknown(code: Int)
}
