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
    if code == 0 { return .OYSTER_ERROR_KIND_NONE }
    let kind = OysterErrorKind(code: Int(code))
    return oyster_error_kind_value(rawValue: kind.number) ?? .OYSTER_ERROR_KIND_UNKNOWN
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
