// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
package import HappyOysterStream
import HappyOysterThreading

/// Delivers the frames of one view to a handler on the callback threads; a newer frame replaces one
/// that still waits.
package final class FrameCallbackQueue: SerialQueue {
    private let live = LiveObject("FrameCallbackQueue")
    package typealias Handler = @Sendable (NumberedFrame) -> Void

    private struct Receiver {
        let format: PixelFormat
        let handler: Handler
    }

    private struct State {
        var receiver: Receiver?
        var schedule = SerialQueueState()
    }

    package let view: VideoView
    private let state = Lock(State())
    private let pool: any CallbackRunner

    package init(pool: any CallbackRunner, clock: MediaClock = MediaClock()) {
        self.pool = pool
        let wakeup = QueueWakeup()
        view = VideoView(clock: clock) { wakeup.wake() }
        wakeup.attach { [weak self] in self?.wake() }
    }

    /// Sets or, with nil, removes the handler, from the next frame on; false once closed.
    @discardableResult package func setHandler(_ format: PixelFormat, _ handler: Handler?) -> Bool {
        state.withLock { state in
            guard !state.schedule.isClosed else { return false }
            state.receiver = handler.map { Receiver(format: format, handler: $0) }
            view.setDelivery(state.receiver?.format)
            return true
        }
    }

    /// Stops the handler and releases all frames that the host does not hold.
    package func close() {
        state.withLock { state in
            state.receiver = nil
            state.schedule.close()
        }
        view.close()
    }

    package func runNext() -> Bool {
        let receiver = state.withLock { $0.receiver }
        // A handler that was replaced meanwhile must not get a frame in its successor's format.
        if let receiver, let frame = view.takeForDelivery(), frame.frame.format == receiver.format {
            receiver.handler(frame)
        }
        // Checked under the lock that `wake` takes, so that a frame that arrives now is delivered.
        return state.withLock { $0.schedule.end(hasMore: view.hasFrameForDelivery) }
    }

    private func wake() {
        if state.withLock({ $0.schedule.begin() }) { pool.schedule(self) }
    }
}
