// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// The picture of one travel: takes frames from its stream, gives the newest to the host.
///
/// The view owns no thread. The stream's thread submits; `wake` asks the owner of the delivery
/// thread to call ``takeForDelivery()`` there; hosts without a callback call
/// ``acquire(_:at:)`` from any thread. Times are the caller's, on one monotonic clock.
package final class VideoView: Sendable {
    private let slot: Lock<FrameSlot>
    private let pool = FramePool(idleLimit: 2)
    private let wake: @Sendable () -> Void

    /// Makes a view; `wake` is called from the stream's thread, without a lock held.
    package init(clock: MediaClock = MediaClock(), wake: @escaping @Sendable () -> Void) {
        slot = Lock(FrameSlot(clock: clock))
        self.wake = wake
    }

    package var counters: FrameCounters { slot.withLock { $0.counters } }

    /// Takes in a frame that arrived now.
    package func submit(_ frame: VideoFrame, at now: Duration) {
        let submission = slot.withLock { $0.submit(frame, at: now) }
        if submission.wakes { wake() }
    }

    /// Whether anybody wants frames: a callback, or a host that acquired within the last 2 s.
    ///
    /// Called by the stream before it makes a frame; no means that it makes none.
    package func wantsFrames(at now: Duration) -> Bool {
        let (answer, discarded) = slot.withLock { $0.wantsFrames(at: now) }
        if !discarded.isEmpty { pool.trim() }
        return answer
    }

    /// Starts, changes or, with nil, stops delivery, from the next frame on.
    package func setDelivery(_ format: PixelFormat?) {
        slot.withLock { $0.setDelivery(format) }
    }

    /// The frame that waits for the callback, in its format, or nil.
    ///
    /// Called on the delivery thread, one call at a time, once for each wake; further calls are
    /// harmless. Converts on that thread.
    package func takeForDelivery() -> NumberedFrame? {
        slot.withLock { $0.takeForDelivery() }.map(convert)
    }

    /// Whether a frame waits for the callback.
    package var hasFrameForDelivery: Bool { slot.withLock { $0.hasPending } }

    /// The newest frame in a format, or nil when none is there; makes the caller a consumer.
    ///
    /// Converts on the calling thread, once per frame and format.
    package func acquire(_ format: PixelFormat, at now: Duration) -> NumberedFrame? {
        slot.withLock { $0.acquire(format, at: now) }.map(convert)
    }

    /// Lets go of all frames for good; frames that the host holds stay valid.
    package func close() {
        _ = slot.withLock { $0.close() }
        pool.trim()
    }

    private func convert(_ hand: FrameSlot.Hand) -> NumberedFrame {
        guard hand.frame.frame.format != hand.format else { return hand.frame }
        let frame = hand.frame.with(hand.frame.frame.converted(to: hand.format, pool: pool))
        _ = slot.withLock { $0.keep(conversion: frame) }
        return frame
    }
}
