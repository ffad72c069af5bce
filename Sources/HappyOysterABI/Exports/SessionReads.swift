// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CHappyOyster
public import CcJSON
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterSession

/// See `session.h`.
@_cdecl("oyster_session_status") @implementation
public func oyster_session_status(
    _ session: OpaquePointer?,
    _ status: UnsafeMutablePointer<oyster_connection_status>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.session(session)
        let output = try CBoundary.output(status, "status")
        output.pointee = oyster_connection_status(object.session.status)
    }
}

/// See `session.h`.
@_cdecl("oyster_session_id") @implementation
public func oyster_session_id(
    _ session: OpaquePointer?,
    _ id: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.session(session)
        let output = try CBoundary.output(id, "id")
        guard let text = HostTree.copy(of: object.session.id) else {
            throw OysterSDKError(OysterErrorCode.outOfResources)
        }
        output.pointee = text
    }
}

/// See `session.h`.
@_cdecl("oyster_session_connection") @implementation
public func oyster_session_connection(
    _ session: OpaquePointer?,
    _ connection: UnsafeMutablePointer<UnsafeMutablePointer<cJSON>?>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.session(session)
        let output = try CBoundary.output(connection, "connection")
        try CBoundary.give(object.session.connection().json, to: output, "connection")
    }
}

/// See `session.h`.
@_cdecl("oyster_session_streams") @implementation
public func oyster_session_streams(
    _ session: OpaquePointer?,
    _ streams: UnsafeMutablePointer<UnsafeMutablePointer<cJSON>?>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.session(session)
        let output = try CBoundary.output(streams, "streams")
        let list = try object.session.streams().map(\.json)
        try CBoundary.give(.array(list), to: output, "streams")
    }
}

/// See `session.h`.
@_cdecl("oyster_session_capabilities") @implementation
public func oyster_session_capabilities(
    _ session: OpaquePointer?,
    _ capabilities: UnsafeMutablePointer<oyster_capabilities>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.session(session)
        let output = try VersionedStruct.output(capabilities)
        let can = try object.session.capabilities()
        output.pointee = oyster_capabilities(
            size: UInt32(MemoryLayout<oyster_capabilities>.size),
            can_publish: can.canPublish,
            can_subscribe: can.canSubscribe,
            can_signal: can.canSignal,
            can_force_mute: can.canForceMute,
            can_force_disconnect: can.canForceDisconnect,
            reserved: nil
        )
    }
}

/// See `session.h`.
@_cdecl("oyster_session_stats") @implementation
public func oyster_session_stats(
    _ session: OpaquePointer?,
    _ stats: UnsafeMutablePointer<UnsafeMutablePointer<cJSON>?>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.session(session)
        try CBoundary.give(object.session.statistics, to: stats, "stats")
    }
}

/// See `session.h`.
@_cdecl("oyster_connection_status_name") @implementation
public func oyster_connection_status_name(_ status: oyster_connection_status)
    -> UnsafePointer<CChar>!
{
    StaticText.of(OysterConnectionStatus(number: status.rawValue)?.rawValue ?? "unknown")
}
