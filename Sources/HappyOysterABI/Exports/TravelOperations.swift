// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CHappyOyster
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterWorld

/// See `travel.h`.
@_cdecl("oyster_travel_start") @implementation
public func oyster_travel_start(
    _ travel: OpaquePointer?,
    _ options: UnsafePointer<oyster_start_options>?,
    _ done: oyster_done_fn?,
    _ context: UnsafeMutableRawPointer?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.travel(travel)
        let seconds =
            options == nil
            ? 0 : try HostStruct.read(options) { $0.reserved }.max_experience_time_sec
        try object.travel.start(
            maxExperienceTimeSec: seconds == 0 ? nil : Int(seconds),
            object.completion(done, context)
        )
    }
}

/// See `travel.h`.
@_cdecl("oyster_travel_pause") @implementation
public func oyster_travel_pause(
    _ travel: OpaquePointer?,
    _ done: oyster_done_fn?,
    _ context: UnsafeMutableRawPointer?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.travel(travel)
        try object.travel.pause(object.completion(done, context))
    }
}

/// See `travel.h`.
@_cdecl("oyster_travel_resume") @implementation
public func oyster_travel_resume(
    _ travel: OpaquePointer?,
    _ done: oyster_done_fn?,
    _ context: UnsafeMutableRawPointer?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.travel(travel)
        try object.travel.resume(object.completion(done, context))
    }
}

/// See `travel.h`.
@_cdecl("oyster_travel_rewind") @implementation
public func oyster_travel_rewind(
    _ travel: OpaquePointer?,
    _ to_sec: Double,
    _ done: oyster_done_fn?,
    _ context: UnsafeMutableRawPointer?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.travel(travel)
        try object.travel.rewind(toSec: to_sec, object.completion(done, context))
    }
}

/// See `control.h`.
@_cdecl("oyster_travel_send_instruct") @implementation
public func oyster_travel_send_instruct(
    _ travel: OpaquePointer?,
    _ content: UnsafePointer<CChar>?,
    _ done: oyster_done_fn?,
    _ context: UnsafeMutableRawPointer?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.travel(travel)
        let text = try HostString.readInstruction(content)
        try object.travel.sendInstruct(content: text, object.completion(done, context))
    }
}

/// See `control.h`.
@_cdecl("oyster_travel_update_script") @implementation
public func oyster_travel_update_script(
    _ travel: OpaquePointer?,
    _ json_text: UnsafePointer<CChar>?,
    _ done: oyster_done_fn?,
    _ context: UnsafeMutableRawPointer?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.travel(travel)
        let text = try HostString.read(json_text, "the script", limit: TravelScript.textLimit)
        let script = try TravelScript(text: Array(text.utf8))
        try object.travel.updateScript(script, object.completion(done, context))
    }
}

/// See `travel.h`.
@_cdecl("oyster_travel_end") @implementation
public func oyster_travel_end(
    _ travel: OpaquePointer?,
    _ done: oyster_done_fn?,
    _ context: UnsafeMutableRawPointer?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.travel(travel)
        try object.travel.end(object.completion(done, context))
    }
}

/// See `audio.h`.
@_cdecl("oyster_travel_pause_local_audio_capture") @implementation
public func oyster_travel_pause_local_audio_capture(_ travel: OpaquePointer?) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        try CBoundary.travel(travel).travel.setLocalAudio(false)
    }
}

/// See `audio.h`.
@_cdecl("oyster_travel_resume_local_audio_capture") @implementation
public func oyster_travel_resume_local_audio_capture(_ travel: OpaquePointer?) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        try CBoundary.travel(travel).travel.setLocalAudio(true)
    }
}

/// See `travel.h`.
@_cdecl("oyster_travel_record") @implementation
public func oyster_travel_record(
    _ travel: OpaquePointer?,
    _ path: UnsafePointer<CChar>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.travel(travel)
        guard let path else { return try object.travel.record(to: nil) }
        let text = try HostString.read(path, "the path", limit: RecordingPath.longest)
        try object.travel.record(to: text)
    }
}
