// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterStream

/// Takes sound over from an adapter, as a copy.
enum AdapterAudio {
    static func take(
        _ pointer: UnsafePointer<oyster_stream_audio>?,
        for context: UnsafeMutableRawPointer?
    ) {
        guard let audio = try? VersionedStruct.read(pointer),
            let sink = AdapterSinks.of(context), let chunk = chunk(audio)
        else { return }
        sink.deliver(chunk)
    }

    /// The sound, or nil when it breaks the contract.
    private static func chunk(_ audio: oyster_stream_audio) -> AudioChunk? {
        let (channels, frames) = (Int(audio.channels), Int(audio.frame_count))
        guard AudioChunk.channelCounts.contains(channels),
            AudioChunk.frameCounts.contains(frames), let samples = audio.samples
        else { return nil }
        return AudioChunk(
            sampleRate: Int(audio.sample_rate),
            channels: channels,
            samples: Array(UnsafeBufferPointer(start: samples, count: channels * frames)),
            presentationTime: .microseconds(audio.pts_us)
        )
    }
}
