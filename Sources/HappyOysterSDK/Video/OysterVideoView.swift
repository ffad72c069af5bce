// SPDX-License-Identifier: Apache-2.0
public import HappyOysterStream

/// The received video of a travel.
///
/// The reference's view draws into a window of its platform. This one returns frames, on any thread.
@MainActor public final class OysterVideoView {
    private nonisolated let streams: FrameStreams

    init(streams: FrameStreams) { self.streams = streams }

    /// Creates another view of the same video as `travel.videoView`.
    public convenience init(travel: OysterTravel) { self.init(streams: travel.hold.frames) }

    /// The frames from now on.
    ///
    /// A newer frame replaces one that was not read in time. Each call returns a new stream, up to 64 at a time; it ends when the travel is over. After a
    /// resume or a rewind it returns no earlier frame. Frames are decoded only while there is a
    /// stream.
    public nonisolated func frames(format: OysterPixelFormat = .i420)
        -> AsyncStream<OysterVideoFrame>
    {
        streams.stream(format)
    }

    /// The newest frame, or nil when there is none.
    ///
    /// The first call makes the travel decode frames for 2 s; call again until one arrives.
    public nonisolated func latestFrame(format: OysterPixelFormat = .i420) -> OysterVideoFrame? {
        streams.latest(format)
    }
}
