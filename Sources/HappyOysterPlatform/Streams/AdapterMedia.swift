// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import HappyOysterStream

/// Takes frames and audio over from an adapter.
enum AdapterMedia {
    private struct FrameOwner: @unchecked Sendable {
        // Sendable by contract: the adapter lets any thread release a frame.
        let pointer: UnsafeMutableRawPointer?
        let release: (@convention(c) (UnsafeMutableRawPointer?) -> Void)?

        func callAsFunction() { ActiveCalls.run { release?(pointer) } }
    }

    /// Takes a frame without a copy; the adapter's release function runs when the last user is
    /// done.
    static func takeFrame(
        _ pointer: UnsafePointer<oyster_stream_frame>?,
        for context: UnsafeMutableRawPointer?
    ) {
        guard let pointer, pointer.pointee.size >= MemoryLayout<oyster_stream_frame>.size
        else { return }
        let frame = pointer.pointee
        let owner = FrameOwner(pointer: frame.owner, release: frame.release)
        guard (try? VersionedStruct.read(pointer)) != nil,
            let sink = AdapterSinks.of(context), let planes = planes(frame)
        else {
            return owner()
        }
        AdapterSinks.firstFrame(context)
        sink.deliver(
            VideoFrame(
                format: .i420,
                width: Int(frame.width),
                height: Int(frame.height),
                planes: planes,
                presentationTime: .microseconds(frame.pts_us),
                onRelease: { owner() }
            )
        )
    }

    /// The planes of a frame, or nil when the frame breaks the contract.
    private static func planes(_ frame: oyster_stream_frame) -> [VideoFrame.Plane]? {
        let sizes = [frame.width, frame.height]
        guard frame.format.rawValue == PixelFormat.i420.number,
            sizes.allSatisfy({ (16...8192).contains($0) && $0 % 2 == 0 })
        else { return nil }
        let bases = [frame.planes.0, frame.planes.1, frame.planes.2]
        let strides = [frame.strides.0, frame.strides.1, frame.strides.2]
        let widths = [frame.width, frame.width / 2, frame.width / 2]
        var planes: [VideoFrame.Plane] = []
        for index in 0..<3 {
            guard let base = bases[index], strides[index] >= widths[index],
                strides[index] <= 1 << 16
            else { return nil }
            planes.append(VideoFrame.Plane(base: base, stride: Int(strides[index])))
        }
        return planes
    }

    /// Takes audio as a copy.
    static func takeAudio(
        _ pointer: UnsafePointer<oyster_stream_audio>?,
        for context: UnsafeMutableRawPointer?
    ) {
        guard let audio = try? VersionedStruct.read(pointer),
            let sink = AdapterSinks.of(context), let chunk = chunk(audio)
        else { return }
        sink.deliver(chunk)
    }

    /// The audio, or nil when it breaks the contract.
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
