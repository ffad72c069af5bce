// SPDX-License-Identifier: Apache-2.0
// swift-format-ignore-file: AlwaysUseLowerCamelCase

public import CHappyOyster
import HappyOysterCore
import HappyOysterStream

/// See `audio.h`.
@_cdecl("oyster_travel_set_audio_callback") @implementation
public func oyster_travel_set_audio_callback(
    _ travel: OpaquePointer?,
    _ handler: oyster_audio_fn?,
    _ context: UnsafeMutableRawPointer?,
    _ release: oyster_release_fn?,
    _ silence: UnsafeMutablePointer<oyster_silence>?
) -> oyster_result {
    Border.call { () throws(OysterSDKError) in
        let object = try Border.travel(travel)
        let host = HostContext(context, release)
        let callback = handler.map { handler -> AudioObject.Handler in
            { sound in oyster_audio_info.with(sound) { handler(host.pointer, $0) } }
        }
        let former = try object.audio.setCallback(callback, host)
        silence?.pointee = oyster_silence(former)
    }
}

extension oyster_audio_info {
    /// Shows sound to a host; struct and samples live as long as the call.
    fileprivate static func with(
        _ sound: TimedAudio,
        _ body: (UnsafePointer<oyster_audio_info>) -> Void
    ) {
        sound.chunk.samples.withUnsafeBufferPointer { samples in
            var info = oyster_audio_info(
                size: UInt32(MemoryLayout<oyster_audio_info>.size),
                sample_rate: UInt32(clamping: sound.chunk.sampleRate),
                channels: UInt32(clamping: sound.chunk.channels),
                frame_count: UInt32(clamping: sound.chunk.frameCount),
                samples: samples.baseAddress,
                pts_us: sound.presentationTime.wholeMicroseconds,
                time_us: sound.receivedAt.wholeMicroseconds,
                reserved: nil
            )
            body(&info)
        }
    }
}
