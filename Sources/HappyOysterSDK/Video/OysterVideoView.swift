// SPDX-License-Identifier: Apache-2.0

/// The picture of a travel.
///
/// The reference's view draws into a window of its platform; here it gives frames, from any thread.
@MainActor public final class OysterVideoView {
    private nonisolated let feed: FrameFeed

    init(feed: FrameFeed) { self.feed = feed }

    /// Another view of the same picture as `travel.videoView`.
    public convenience init(travel: OysterTravel) { self.init(feed: travel.hold.feed) }

    /// The frames from now on, newest wins: one that was not taken in time is replaced.
    ///
    /// Each call gives a stream of its own, up to 64 at a time; it finishes when the travel is
    /// over. Frames are made only as long as somebody wants them.
    public nonisolated func frames(format: OysterPixelFormat = .i420)
        -> AsyncStream<OysterVideoFrame>
    {
        feed.stream(format)
    }

    /// The newest frame, or nil when none is there.
    ///
    /// A first call begins to want frames for two seconds; call again until one comes.
    public nonisolated func latestFrame(format: OysterPixelFormat = .i420) -> OysterVideoFrame? {
        feed.latest(format)
    }
}
