// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CHappyOyster
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterStream

/// See `audio.h`.
@_cdecl("oyster_travel_set_audio_callback") @implementation
public func oyster_travel_set_audio_callback(
    _ travel: OpaquePointer?,
    _ handler: oyster_audio_fn?,
    _ context: UnsafeMutableRawPointer?,
    _ release: oyster_release_fn?,
    _ outcome: UnsafeMutablePointer<oyster_release_outcome>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.travel(travel)
        let host = HostContext(context, release)
        let callback = handler.map { handler -> AudioObject.Handler in
            { audio in oyster_audio_info.with(audio) { handler(host.pointer, $0) } }
        }
        let former = try object.audio.setCallback(callback, host)
        outcome?.pointee = oyster_release_outcome(former)
    }
}

/// See `audio.h`.
@_cdecl("oyster_travel_read_audio") @implementation
public func oyster_travel_read_audio(
    _ travel: OpaquePointer?,
    _ samples: UnsafeMutablePointer<Int16>?,
    _ capacity: Int,
    _ timeout_ms: UInt32,
    _ info: UnsafeMutablePointer<oyster_audio_info>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let object = try CBoundary.travel(travel)
        let samples = try CBoundary.output(samples, "samples")
        let info = try VersionedStruct.output(info)
        let smallest = AudioChunk.channelCounts.upperBound
        guard smallest <= capacity else {
            throw CBoundary.invalid("capacity is less than \(smallest)")
        }
        let deadline = try CBoundary.deadline(timeout_ms)
        switch object.audio.buffer.read(most: capacity, until: deadline) {
        case .audio(let audio):
            oyster_audio_info.with(audio) { borrowed in
                samples.update(from: borrowed.pointee.samples, count: audio.chunk.samples.count)
                info.pointee = borrowed.pointee
                info.pointee.samples = UnsafePointer(samples)
            }
        case .timedOut: throw OysterSDKError(OysterErrorCode.timedOut)
        case .over: throw CBoundary.interruption(OysterErrorCode.noFrame)
        case .closed: throw CBoundary.interruption(OysterErrorCode.invalidHandle)
        case .hasCallback:
            throw OysterSDKError(
                OysterErrorCode.unsupported,
                cause: "the travel has an audio callback, which gets the audio"
            )
        case .tooSmall:
            throw CBoundary.invalid("capacity is less than one sample of each channel")
        }
    }
}

/// See `audio.h`.
@_cdecl("oyster_travel_audio_fd") @implementation
public func oyster_travel_audio_fd(
    _ travel: OpaquePointer?,
    _ fd: UnsafeMutablePointer<Int32>?
) -> oyster_result {
    CBoundary.call { () throws(OysterSDKError) in
        let buffer = try CBoundary.travel(travel).audio.buffer
        let output = try CBoundary.output(fd, "fd")
        output.pointee = try CBoundary.descriptor(buffer.descriptor(), isClosed: buffer.isClosed)
    }
}

extension oyster_audio_info {
    /// Passes audio to `body` as the header's struct; struct and samples are valid during the call
    /// only.
    fileprivate static func with(
        _ audio: TimedAudio,
        _ body: (UnsafePointer<oyster_audio_info>) -> Void
    ) {
        audio.chunk.samples.withUnsafeBufferPointer { samples in
            var info = oyster_audio_info(
                size: UInt32(MemoryLayout<oyster_audio_info>.size),
                sample_rate: UInt32(clamping: audio.chunk.sampleRate),
                channels: UInt32(clamping: audio.chunk.channels),
                frame_count: UInt32(clamping: audio.chunk.frameCount),
                samples: samples.baseAddress,
                pts_us: audio.presentationTime.wholeMicroseconds,
                monotonic_time_us: audio.receivedAt.wholeMicroseconds,
                reserved: nil
            )
            body(&info)
        }
    }
}
