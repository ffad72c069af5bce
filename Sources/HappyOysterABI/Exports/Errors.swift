// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CHappyOyster
import HappyOysterCore

/// See `error.h`.
@_cdecl("oyster_error_name") @implementation
public func oyster_error_name(_ code: oyster_result) -> UnsafePointer<CChar>! {
    StaticText.of(ErrorCatalog.name(Int(code)))
}

/// See `error.h`.
@_cdecl("oyster_error_kind") @implementation
public func oyster_error_kind(_ code: oyster_result) -> oyster_error_kind_value {
    code == 0 ? .OYSTER_ERROR_KIND_NONE : oyster_error_kind_value(OysterErrorKind(code: Int(code)))
}

/// See `error.h`.
@_cdecl("oyster_error_kind_name") @implementation
public func oyster_error_kind_name(_ code: oyster_result) -> UnsafePointer<CChar>! {
    StaticText.of(code == 0 ? "none" : OysterErrorKind(code: Int(code)).name)
}

/// See `error.h`.
@_cdecl("oyster_error_advice") @implementation
public func oyster_error_advice(_ code: oyster_result) -> UnsafePointer<CChar>! {
    StaticText.of(ErrorCatalog.advice(Int(code)))
}

/// See `error.h`.
@_cdecl("oyster_error_ends_travel") @implementation
public func oyster_error_ends_travel(_ code: oyster_result) -> Bool {
    ErrorCatalog.endsTravel(Int(code))
}

extension oyster_error_kind_value {
    init(_ kind: OysterErrorKind) {
        self =
            switch kind {
            case .notInitialized: .OYSTER_ERROR_KIND_NOT_INITIALIZED
            case .tokenMissing: .OYSTER_ERROR_KIND_TOKEN_MISSING
            case .tokenInvalid: .OYSTER_ERROR_KIND_TOKEN_INVALID
            case .noActiveTravel: .OYSTER_ERROR_KIND_NO_ACTIVE_TRAVEL
            case .invalidState: .OYSTER_ERROR_KIND_INVALID_STATE
            case .sendCommandInDirecting: .OYSTER_ERROR_KIND_SEND_COMMAND_IN_DIRECTING
            case .concurrentTravel: .OYSTER_ERROR_KIND_CONCURRENT_TRAVEL
            case .realtimeConnectFailed: .OYSTER_ERROR_KIND_REALTIME_CONNECT_FAILED
            case .realtimeJoinTimeout: .OYSTER_ERROR_KIND_REALTIME_JOIN_TIMEOUT
            case .firstFrameTimeout: .OYSTER_ERROR_KIND_FIRST_FRAME_TIMEOUT
            case .channelNotReady: .OYSTER_ERROR_KIND_CHANNEL_NOT_READY
            case .callbackTimeout: .OYSTER_ERROR_KIND_CALLBACK_TIMEOUT
            case .localNetwork: .OYSTER_ERROR_KIND_LOCAL_NETWORK
            case .responseDecodeFailed: .OYSTER_ERROR_KIND_RESPONSE_DECODE_FAILED
            case .streamAutoEnd: .OYSTER_ERROR_KIND_STREAM_AUTO_END
            case .proxyOrUnrecognized: .OYSTER_ERROR_KIND_PROXY_OR_UNRECOGNIZED
            case .featureGateDisabled: .OYSTER_ERROR_KIND_FEATURE_GATE_DISABLED
            case .server: .OYSTER_ERROR_KIND_SERVER
            case .unknown: .OYSTER_ERROR_KIND_UNKNOWN
            case .interfaceMisuse: .OYSTER_ERROR_KIND_INTERFACE_MISUSE
            }
    }
}
