// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
package import HappyOysterStream
import HappyOysterThreading

/// Brings the sound of one travel to a handler on the callback threads, all of it and in order.
///
/// A queue of its own: it waits neither for events nor for frames.
package final class AudioCallbackQueue: SerialQueue {
    private let live = LiveObject("AudioCallbackQueue")
    package typealias Handler = @Sendable (TimedAudio) -> Void

    private struct State {
        var handler: Handler?
        var turn = SerialQueueState()
    }

    package let buffer: AudioBuffer
    private let state = Lock(State())
    private let pool: any CallbackRunner

    package init(pool: any CallbackRunner, clock: MediaClock) {
        self.pool = pool
        let wakeup = QueueWakeup()
        buffer = AudioBuffer(clock: clock) { wakeup.wake() }
        wakeup.attach { [weak self] in self?.wake() }
    }

    /// Sets or, with nil, removes the handler, from the next sound on; false once closed.
    @discardableResult package func setHandler(_ handler: Handler?) -> Bool {
        state.withLock { state in
            guard !state.turn.isClosed else { return false }
            state.handler = handler
            buffer.setDelivery(handler != nil)
            return true
        }
    }

    /// Stops the handler and lets go of what waits.
    package func close() {
        state.withLock { state in
            state.handler = nil
            state.turn.close()
        }
        buffer.close()
    }

    package func runNext() -> Bool {
        // Together, so that a handler gets nothing that waited for the former one.
        let (handler, sound) = state.withLock { state in
            (state.handler, state.handler.flatMap { _ in buffer.takeForDelivery() })
        }
        if let handler, let sound { handler(sound) }
        return state.withLock { $0.turn.end(hasMore: buffer.hasSoundForDelivery) }
    }

    private func wake() {
        if state.withLock({ $0.turn.begin() }) { pool.schedule(self) }
    }
}
