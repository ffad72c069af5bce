// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
package import HappyOysterStream
import HappyOysterThreading

/// Delivers the audio of one travel to a handler on the callback threads, in order.
///
/// The buffer drops the oldest audio when more than one second waits.
///
/// It is separate from the queues for events and frames, so that audio waits for neither.
package final class AudioCallbackQueue: SerialQueue {
    private let live = LiveObject("AudioCallbackQueue")
    package typealias Handler = @Sendable (TimedAudio) -> Void

    private struct State {
        var handler: Handler?
        var schedule = SerialQueueState()
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

    /// Sets or, with nil, removes the handler, from the next piece of audio on; false once closed.
    @discardableResult package func setHandler(_ handler: Handler?) -> Bool {
        state.withLock { state in
            guard !state.schedule.isClosed else { return false }
            state.handler = handler
            buffer.setDelivery(handler != nil)
            return true
        }
    }

    /// Stops the handler and drops the audio that waits.
    package func close() {
        state.withLock { state in
            state.handler = nil
            state.schedule.close()
        }
        buffer.close()
    }

    package func runNext() -> Bool {
        // Under one lock, so that a handler gets no audio that waited for the former handler.
        let (handler, audio) = state.withLock { state in
            (state.handler, state.handler.flatMap { _ in buffer.takeForDelivery() })
        }
        if let handler, let audio { handler(audio) }
        return state.withLock { $0.schedule.end(hasMore: buffer.hasAudioForDelivery) }
    }

    private func wake() {
        if state.withLock({ $0.schedule.begin() }) { pool.schedule(self) }
    }
}
