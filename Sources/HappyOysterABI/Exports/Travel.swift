// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CHappyOyster
public import CcJSON
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterWorld

/// See `travel.h`.
@_cdecl("oyster_travel_status") @implementation
public func oyster_travel_status(
    _ travel: OpaquePointer?,
    _ status: UnsafeMutablePointer<oyster_status>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.travel(travel)
        try CBoundary.output(status, "status").pointee = oyster_status(object.travel.status)
    }
}

/// See `travel.h`.
@_cdecl("oyster_travel_is_ended") @implementation
public func oyster_travel_is_ended(_ travel: OpaquePointer?) -> Bool {
    var isEnded = true
    _ = CBoundary.call { () throws(OysterSDKError) in
        isEnded = try CBoundary.travel(travel).travel.status.isTerminal
    }
    return isEnded
}

/// See `travel.h`.
@_cdecl("oyster_travel_can") @implementation
public func oyster_travel_can(_ travel: OpaquePointer?, _ action: oyster_action) -> Bool {
    var can = false
    _ = CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.travel(travel)
        guard let action = OysterAction(number: action.rawValue) else { return }
        can = object.travel.can(action)
    }
    return can
}

/// See `travel.h`.
@_cdecl("oyster_travel_info") @implementation
public func oyster_travel_info(
    _ travel: OpaquePointer?,
    _ info: UnsafeMutablePointer<UnsafeMutablePointer<cJSON>?>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.travel(travel)
        try CBoundary.give(object.travel.info, to: info, "info")
    }
}

/// See `travel.h`.
@_cdecl("oyster_travel_stats") @implementation
public func oyster_travel_stats(
    _ travel: OpaquePointer?,
    _ stats: UnsafeMutablePointer<UnsafeMutablePointer<cJSON>?>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.travel(travel)
        try CBoundary.give(object.travel.statistics, to: stats, "stats")
    }
}

/// See `event.h`.
@_cdecl("oyster_travel_add_listener") @implementation
public func oyster_travel_add_listener(
    _ travel: OpaquePointer?,
    _ handler: oyster_event_fn?,
    _ context: UnsafeMutableRawPointer?,
    _ release: oyster_release_fn?,
    _ listener: UnsafeMutablePointer<oyster_listener_id>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.travel(travel)
        let output = try CBoundary.output(listener, "listener")
        guard let handler else { throw CBoundary.invalid("handler is NULL") }
        let host = HostContext(context, release)
        output.pointee = try object.addListener(host) { event in
            oyster_event.with(event) { handler(host.pointer, $0) }
        }
    }
}

/// See `event.h`.
@_cdecl("oyster_travel_remove_listener") @implementation
public func oyster_travel_remove_listener(
    _ travel: OpaquePointer?,
    _ listener: oyster_listener_id,
    _ outcome: UnsafeMutablePointer<oyster_release_outcome>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let achieved = try CBoundary.travel(travel).removeListener(listener)
        outcome?.pointee = oyster_release_outcome(achieved)
    }
}

/// See `video.h`.
@_cdecl("oyster_travel_video_view") @implementation
public func oyster_travel_video_view(
    _ travel: OpaquePointer?,
    _ view: UnsafeMutablePointer<OpaquePointer?>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.travel(travel)
        try CBoundary.output(view, "view").pointee = object.viewPointer
    }
}

/// See `travel.h`.
@_cdecl("oyster_travel_release") @implementation
public func oyster_travel_release(
    _ travel: OpaquePointer?,
    _ outcome: UnsafeMutablePointer<oyster_release_outcome>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let achieved = try CBoundary.travel(travel).release()
        outcome?.pointee = oyster_release_outcome(achieved)
    }
}

/// See `event.h`.
@_cdecl("oyster_status_name") @implementation
public func oyster_status_name(_ status: oyster_status) -> UnsafePointer<CChar>! {
    let known = OysterTravelStatus.allCases.first { oyster_status($0) == status }
    return StaticText.of(known?.rawValue ?? "unknown")
}
