// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// The picture of one travel: takes frames from its stream, gives the newest to the host.
///
/// The view owns no thread. The stream's thread submits; `wake` asks the owner of the delivery
/// thread to call ``takeForDelivery()`` there; hosts without a callback call
/// ``acquire(_:at:)`` or ``wait(_:after:until:)`` from any thread. Times are the caller's, on one
/// monotonic clock.
package final class VideoView: Sendable {
    private let live = LiveObject("VideoView")
    private let slot: Condition<FrameSlot>
    private let pool = FramePool(idleLimit: 2)
    private let wake: @Sendable () -> Void

    /// Makes a view; `wake` is called from the stream's thread, without a lock held.
    package init(clock: MediaClock = MediaClock(), wake: @escaping @Sendable () -> Void) {
        slot = Condition(FrameSlot(clock: clock))
        self.wake = wake
    }

    package var counters: FrameCounters { slot.withLock { $0.counters } }

    // MARK: The stream's side

    /// Begins a join, numbered by its caller: frames of earlier ones are never handed out again,
    /// whether they are kept here, being converted, or still to come.
    package func begin(join: UInt64) {
        _ = slot.withLock { $0.begin(join: join) }
    }

    /// The join is left: what it still brings is refused.
    ///
    /// The newest frame stays.
    package func leave() { slot.withLock { $0.leave() } }

    /// Takes in a frame of a join that arrived now.
    package func submit(_ frame: VideoFrame, of join: UInt64 = 0, at now: Duration) {
        let submission = slot.update { $0.submit(frame, of: join, at: now) }
        if submission.wakes { wake() }
    }

    /// Whether anybody wants frames: a callback, a thread that waits, a host that acquired within
    /// the last 2 s, or one that watches the descriptor.
    ///
    /// Called by the stream before it makes a frame; no means that it makes none.
    package func wantsFrames(at now: Duration) -> Bool {
        let (answer, discarded) = slot.withLock { $0.wantsFrames(at: now) }
        if !discarded.isEmpty { pool.trim() }
        return answer
    }

    /// No frame comes any more: threads that wait for one are woken.
    ///
    /// The newest can still be acquired.
    package func finish() { slot.update { $0.finish() } }

    // MARK: The callback's side

    /// Starts, changes or, with nil, stops delivery, from the next frame on.
    package func setDelivery(_ format: PixelFormat?) {
        slot.withLock { $0.setDelivery(format) }
    }

    /// The frame that waits for the callback, in its format, or nil.
    ///
    /// Called on the delivery thread, one call at a time, once for each wake; further calls are
    /// harmless. Converts on that thread.
    package func takeForDelivery() -> NumberedFrame? {
        slot.withLock { $0.takeForDelivery() }.flatMap(convert)
    }

    /// Whether a frame waits for the callback.
    package var hasFrameForDelivery: Bool { slot.withLock { $0.hasPending } }

    // MARK: The side of a host that asks

    /// The newest frame in a format, or nil when none is there; makes the caller a consumer.
    ///
    /// Converts on the calling thread, once per frame and format.
    package func acquire(_ format: PixelFormat, at now: Duration) -> NumberedFrame? {
        while true {
            switch slot.withLock({ $0.acquire(format, after: 0, at: now) }) {
            case .hand(let hand): if let frame = convert(hand) { return frame }
            case .none, .over, .closed: return nil
            case .discarded: break
            }
        }
    }

    /// What waiting for a frame led to.
    package enum Waiting: Sendable {
        case frame(NumberedFrame)
        case timedOut
        /// The stream is over: no newer frame will come.
        case over
        /// The view was closed.
        case closed
    }

    /// The newest frame after a number, blocking until a time (monotonic) when none is there.
    ///
    /// Returns early when none will come. Converts on the calling thread.
    package func wait(
        _ format: PixelFormat,
        after number: UInt64,
        until deadline: Duration
    ) -> Waiting {
        slot.withLock { $0.wait(true) }
        defer { slot.withLock { $0.wait(false) } }
        while true {
            let answer = slot.wait(until: deadline) { slot -> FrameSlot.Answer? in
                let answer = slot.acquire(format, after: number, at: SystemClock.monotonic)
                if case .none = answer { return nil }
                return answer
            }
            switch answer {
            case .hand(let hand): if let frame = convert(hand) { return .frame(frame) }
            case .discarded: break
            case .over: return .over
            case .closed: return .closed
            case .some(.none), nil: return .timedOut
            }
        }
    }

    /// The descriptor that is readable while a frame waits that was not acquired; nil when the
    /// system refuses one, or the view is closed.
    ///
    /// Valid until `close`. Asking makes the caller a consumer.
    package func descriptor() -> Int32? { slot.withLock { $0.descriptor() } }

    package var isClosed: Bool { slot.withLock { $0.isClosed } }

    /// Lets go of all frames for good; frames that the host holds stay valid.
    package func close() {
        _ = slot.update { $0.close() }
        pool.trim()
    }

    /// The frame in the wanted format; nil when a join began meanwhile.
    private func convert(_ hand: FrameSlot.Hand) -> NumberedFrame? {
        guard hand.frame.frame.format != hand.format else { return hand.frame }
        let frame = hand.frame.with(hand.frame.frame.converted(to: hand.format, pool: pool))
        let (isCurrent, _) = slot.withLock { slot in
            (slot.isCurrent(hand), slot.keep(conversion: frame))
        }
        return isCurrent ? frame : nil
    }
}
