// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
import HappyOysterThreading

/// A host's callback with its context: runs while open, is released exactly once.
///
/// The law of embedding: after `close` said "silent", the callback neither runs nor will run.
package final class CallbackRegistration: Sendable {
    private struct State {
        var isClosed = false
        /// Thread that runs the callback now, or 0.
        var runner: UInt = 0
        var isReleased = false
    }

    private let state = Condition(State())
    private let release: @Sendable () -> Void

    /// Registers a callback; `release` gives its context back.
    package init(release: @escaping @Sendable () -> Void) { self.release = release }

    package var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Runs the callback unless it is closed or already running; callers keep calls in a line.
    package func invoke(_ body: () -> Void) {
        let mayRun = state.withLock { state in
            guard !state.isClosed, state.runner == 0 else { return false }
            state.runner = SystemThread.current
            return true
        }
        guard mayRun else { return }
        body()
        let mustRelease = state.update { state in
            state.runner = 0
            guard state.isClosed, !state.isReleased else { return false }
            state.isReleased = true
            return true
        }
        if mustRelease { release() }
    }

    /// Ends the callback, waiting a bounded time for a run on another thread.
    @discardableResult package func close(waiting bound: Duration = .milliseconds(50)) -> Silence {
        let isFirst = state.withLock { state in
            defer { state.isClosed = true }
            return !state.isClosed
        }
        let isIdle = state.withLock { $0.runner == 0 || $0.runner == SystemThread.current }
        if !isIdle {
            _ = state.wait(until: SystemClock.monotonic + bound) { $0.runner == 0 ? true : nil }
        }
        let (silence, mustRelease) = state.withLock { state -> (Silence, Bool) in
            guard state.runner == 0 else { return (.deferred, false) }
            defer { state.isReleased = true }
            return (.silent, isFirst && !state.isReleased)
        }
        if mustRelease { release() }
        return silence
    }
}
