// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
import HappyOysterThreading

/// A host's callback with its context: runs while open, is released exactly once.
///
/// The law of embedding: after `close` said "silent", the callback neither runs nor will run, and
/// its release has run.
package final class CallbackRegistration: Sendable {
    private let live = LiveObject("CallbackRegistration")
    private enum Outcome {
        case complete
        case deferred
        /// Silent once the caller has run the release.
        case mustRelease
    }

    private struct State {
        var isClosed = false
        /// Thread inside the callback or its release, or 0.
        var runner: UInt = 0
        /// Threads that wait in `close`: one of them runs the release, before it says "silent".
        var closers = 0
        var isReleased = false

        /// What a waiting closer has achieved; nil while another thread is inside.
        mutating func settle(_ closer: UInt) -> Outcome? {
            guard runner == 0 else { return nil }
            closers -= 1
            if isReleased { return .complete }
            runner = closer
            return .mustRelease
        }
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
            if state.isClosed, state.closers == 0 { return true }
            state.runner = 0
            return false
        }
        if mustRelease { giveBack() }
    }

    /// Ends the callback, waiting a bounded time for a run on another thread.
    @discardableResult package func close(waiting bound: Duration = .milliseconds(50))
        -> ReleaseOutcome
    {
        close(until: SystemClock.monotonic + bound)
    }

    /// Ends the callback, waiting until a time (monotonic) for a run on another thread.
    package func close(until deadline: Duration) -> ReleaseOutcome {
        let current = SystemThread.current
        let isInside = state.withLock { state in
            state.isClosed = true
            if state.runner == current { return true }
            state.closers += 1
            return false
        }
        if isInside { return .deferred }
        let settled = state.wait(until: deadline) { $0.settle(current) }
        let outcome = settled ?? giveUp(current)
        if outcome == .mustRelease { giveBack() }
        return outcome == .deferred ? .deferred : .complete
    }

    /// Leaves the release to whoever is inside, unless that one left just now.
    private func giveUp(_ closer: UInt) -> Outcome {
        state.withLock { state in
            if let settled = state.settle(closer) { return settled }
            state.closers -= 1
            return .deferred
        }
    }

    /// Runs the release; the caller is the runner.
    private func giveBack() {
        release()
        state.update { state in
            state.runner = 0
            state.isReleased = true
        }
    }
}
