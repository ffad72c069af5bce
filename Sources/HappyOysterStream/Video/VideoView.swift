// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// The video of one travel: accepts frames from its stream and gives the newest to the host.
///
/// The view owns no thread. The stream's thread submits frames. `wake` makes the delivery thread
/// call ``takeForDelivery()``. Hosts without a callback call ``acquire(_:at:)`` or
/// ``wait(_:after:until:)`` from any thread. The caller passes all times, from one monotonic clock.
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

    /// Begins a join, numbered by the caller.
    ///
    /// The host gets no frame of an earlier join from now on, whether the frame is kept here, is
    /// being converted, or has not arrived yet.
    package func begin(join: UInt64) {
        _ = slot.withLock { $0.begin(join: join) }
    }

    /// Leaves the join: frames that still arrive are refused.
    ///
    /// The newest frame stays.
    package func leave() { slot.withLock { $0.leave() } }

    /// Accepts or refuses a frame of a join that has just arrived.
    package func submit(_ frame: VideoFrame, of join: UInt64 = 0, at now: Duration) {
        let submission = slot.update { $0.submit(frame, of: join, at: now) }
        if submission.wakes { wake() }
    }

    /// Whether the host wants frames: it has a callback, a waiting thread, has acquired a frame
    /// within the last 2 s, or watches the descriptor.
    ///
    /// The stream asks before it makes a frame, and makes none when the answer is false.
    package func wantsFrames(at now: Duration) -> Bool {
        let (answer, discarded) = slot.withLock { $0.wantsFrames(at: now) }
        if !discarded.isEmpty { pool.trim() }
        return answer
    }

    /// Notes that no more frames will arrive, and wakes the threads that wait for one.
    ///
    /// The newest can still be acquired.
    package func finish() { slot.update { $0.finish() } }

    // MARK: The callback's side

    /// Starts, changes or, with nil, stops delivery, from the next frame on.
    package func setDelivery(_ format: PixelFormat?) {
        slot.withLock { $0.setDelivery(format) }
    }

    /// The frame that waits for the callback, in the callback's format; nil when none waits.
    ///
    /// Called on the delivery thread, one call at a time, at least once after each wake. Converts
    /// on that thread.
    package func takeForDelivery() -> NumberedFrame? {
        slot.withLock { $0.takeForDelivery() }.flatMap(convert)
    }

    /// Whether a frame waits for the callback.
    package var hasFrameForDelivery: Bool { slot.withLock { $0.hasPending } }

    // MARK: The side of a host that asks

    /// The newest frame in a format; nil when there is none.
    ///
    /// The host counts as a consumer from now on.
    ///
    /// Converts on the calling thread, once per frame and format.
    package func acquire(_ format: PixelFormat, at now: Duration) -> NumberedFrame? {
        while true {
            switch slot.withLock({ $0.acquire(format, after: 0, at: now) }) {
            case .taken(let taken): if let frame = convert(taken) { return frame }
            case .none, .over, .closed: return nil
            case .discarded: break
            }
        }
    }

    /// The result of waiting for a frame.
    package enum Waiting: Sendable {
        case frame(NumberedFrame)
        case timedOut
        /// The stream is over: no newer frame will arrive.
        case over
        /// The view was closed.
        case closed
    }

    /// The newest frame with a number above `number`; waits until `deadline` (monotonic) for one.
    ///
    /// Returns early when no newer frame will arrive. Converts on the calling thread.
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
            case .taken(let taken): if let frame = convert(taken) { return .frame(frame) }
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
    /// Valid until `close`. The host counts as a consumer from now on.
    package func descriptor() -> Int32? { slot.withLock { $0.descriptor() } }

    package var isClosed: Bool { slot.withLock { $0.isClosed } }

    /// Closes the view and releases its frames; frames that the host holds stay valid.
    package func close() {
        _ = slot.update { $0.close() }
        pool.trim()
    }

    /// The frame in the wanted format; nil when a join has begun in the meantime.
    private func convert(_ taken: FrameSlot.TakenFrame) -> NumberedFrame? {
        guard taken.frame.frame.format != taken.format else { return taken.frame }
        let frame = taken.frame.with(taken.frame.frame.converted(to: taken.format, pool: pool))
        let (isCurrent, _) = slot.withLock { slot in
            (slot.isCurrent(taken), slot.keep(conversion: frame))
        }
        return isCurrent ? frame : nil
    }
}
