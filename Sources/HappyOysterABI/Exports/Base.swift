// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

import CHappyOyster
public import CcJSON
import HappyOysterCore
import HappyOysterPlatform

/// See `base.h`.
@_cdecl("oyster_version") @implementation
public func oyster_version() -> UnsafePointer<CChar>! { StaticText.of(LibraryVersion.text) }

/// See `base.h`.
@_cdecl("oyster_abi_version") @implementation
public func oyster_abi_version() -> UInt32 {
    let parts = LibraryVersion.text.split(separator: ".").map { UInt32($0) ?? 0 }
    return parts.count == 3 ? parts[0] << 24 | parts[1] << 12 | parts[2] : 0
}

/// See `base.h`.
@_cdecl("oyster_json_print") @implementation
public func oyster_json_print(_ json: UnsafePointer<cJSON>?) -> UnsafeMutablePointer<CChar>? {
    HostTree.text(json.map { OpaquePointer($0) })
}

/// See `base.h`.
@_cdecl("oyster_json_free") @implementation
public func oyster_json_free(_ json: UnsafeMutablePointer<cJSON>?) {
    HostTree.free(json.map { OpaquePointer($0) })
}

/// See `base.h`.
@_cdecl("oyster_string_free") @implementation
public func oyster_string_free(_ text: UnsafeMutablePointer<CChar>?) { HostTree.freeText(text) }
