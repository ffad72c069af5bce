// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CHappyOyster
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream
import HappyOysterThreading

/// See `video.h`.
@_cdecl("oyster_video_view_set_frame_callback") @implementation
public func oyster_video_view_set_frame_callback(
    _ view: OpaquePointer?,
    _ format: oyster_pixel_format,
    _ handler: oyster_frame_fn?,
    _ context: UnsafeMutableRawPointer?,
    _ release: oyster_release_fn?,
    _ outcome: UnsafeMutablePointer<oyster_release_outcome>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.view(view)
        let format = try PixelFormat(host: format)
        let host = HostContext(context, release)
        let callback = handler.map { handler -> ViewObject.Handler in
            { frame in
                var info = oyster_frame_info(frame)
                handler(host.pointer, &info)
            }
        }
        let former = try object.setCallback(format, callback, host)
        outcome?.pointee = oyster_release_outcome(former)
    }
}

/// See `video.h`.
@_cdecl("oyster_video_view_acquire_frame") @implementation
public func oyster_video_view_acquire_frame(
    _ view: OpaquePointer?,
    _ format: oyster_pixel_format,
    _ frame: UnsafeMutablePointer<OpaquePointer?>?
) -> oyster_result {
    giveFrame(of: view, format, to: frame) { object, format throws(OysterSDKError) in
        guard let newest = object.view.acquire(format, at: SystemClock.monotonic) else {
            throw OysterSDKError(OysterErrorCode.noFrame)
        }
        return newest
    }
}

/// See `video.h`.
@_cdecl("oyster_video_view_wait_frame") @implementation
public func oyster_video_view_wait_frame(
    _ view: OpaquePointer?,
    _ format: oyster_pixel_format,
    _ after_sequence: UInt64,
    _ timeout_ms: UInt32,
    _ frame: UnsafeMutablePointer<OpaquePointer?>?
) -> oyster_result {
    giveFrame(of: view, format, to: frame) { object, format throws(OysterSDKError) in
        let deadline = try CBoundary.deadline(timeout_ms)
        switch object.view.wait(format, after: after_sequence, until: deadline) {
        case .frame(let newest): return newest
        case .timedOut: throw OysterSDKError(OysterErrorCode.timedOut)
        case .over: throw CBoundary.interruption(OysterErrorCode.noFrame)
        case .closed: throw CBoundary.interruption(OysterErrorCode.invalidHandle)
        }
    }
}

/// See `video.h`.
@_cdecl("oyster_video_view_frame_fd") @implementation
public func oyster_video_view_frame_fd(
    _ view: OpaquePointer?,
    _ fd: UnsafeMutablePointer<Int32>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.view(view)
        let output = try CBoundary.output(fd, "fd")
        output.pointee = try CBoundary.descriptor(
            object.view.descriptor(),
            isClosed: object.view.isClosed
        )
    }
}

/// See `video.h`.
@_cdecl("oyster_frame_get_info") @implementation
public func oyster_frame_get_info(
    _ frame: OpaquePointer?,
    _ info: UnsafeMutablePointer<oyster_frame_info>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.frame(frame)
        try VersionedStruct.output(info).pointee = oyster_frame_info(object.frame)
    }
}

/// See `video.h`.
@_cdecl("oyster_frame_release") @implementation
public func oyster_frame_release(_ frame: OpaquePointer?) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        guard let handle = Handle(frame), Library.frames.remove(handle) != nil else {
            throw OysterSDKError(OysterErrorCode.invalidHandle)
        }
    }
}

/// Gives the host a handle of the frame that `find` returns.
private func giveFrame(
    of view: OpaquePointer?,
    _ format: oyster_pixel_format,
    to output: UnsafeMutablePointer<OpaquePointer?>?,
    function: StaticString = #function,
    find: (ViewObject, PixelFormat) throws(OysterSDKError) -> NumberedFrame
) -> oyster_result {
    CBoundary.call(function) { () throws(OysterSDKError) in
        let object = try CBoundary.view(view)
        let output = try CBoundary.output(output, "frame")
        let format = try PixelFormat(host: format)
        output.pointee = try object.hold(find(object, format))
    }
}

extension ViewObject {
    /// A new handle for a frame; 109007 when the host holds too many frames of this view.
    fileprivate func hold(_ frame: NumberedFrame) throws(OysterSDKError) -> OpaquePointer? {
        let handle = Library.frames.insert { _ in FrameObject(frame, of: self) }
        guard let handle else {
            throw OysterSDKError(
                OysterErrorCode.limitReached,
                cause: "\(ViewObject.heldLimit) frames of this view are held"
            )
        }
        return handle.pointer
    }
}

extension PixelFormat {
    /// The format of the header's enum; 109002 for any other number.
    fileprivate init(host format: oyster_pixel_format) throws(OysterSDKError) {
        guard let format = PixelFormat(number: format.rawValue) else {
            throw CBoundary.outside("format", PixelFormat.numbers)
        }
        self = format
    }
}
