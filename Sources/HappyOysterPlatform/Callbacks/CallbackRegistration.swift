// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
import HappyOysterThreading

/// A host's callback with its context: it runs while open, and its context is released exactly
/// once.
///
/// After `close` returned `.complete`, the callback neither runs nor will run, and the release
/// function has run.
package final class CallbackRegistration: Sendable {
    private let live = LiveObject("CallbackRegistration")
    private enum Outcome {
        case complete
        case deferred
        /// Complete as soon as the caller has run the release function.
        case mustRelease
    }

    private struct State {
        var isClosed = false
        /// Thread inside the callback or its release, or 0.
        var runner: UInt = 0
        /// Threads that wait in `close`; one of them runs the release function before it returns.
        var closers = 0
        var isReleased = false

        /// The outcome for a thread that waits in `close`; nil while another thread is inside.
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

    /// Registers a callback; `release` releases its context.
    package init(release: @escaping @Sendable () -> Void) { self.release = release }

    package var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Runs the callback unless it is closed or running; callers make their calls one at a time.
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
        if mustRelease { runRelease() }
    }

    /// Ends the callback and waits at most `bound` for a call that runs on another thread.
    @discardableResult package func close(waiting bound: Duration = .milliseconds(50))
        -> ReleaseOutcome
    {
        close(until: SystemClock.monotonic + bound)
    }

    /// Ends the callback and waits until `deadline` (monotonic) for a call that runs on another
    /// thread.
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
        if outcome == .mustRelease { runRelease() }
        return outcome == .deferred ? .deferred : .complete
    }

    /// Leaves the release to the thread inside, unless that thread has left in the meantime.
    private func giveUp(_ closer: UInt) -> Outcome {
        state.withLock { state in
            if let settled = state.settle(closer) { return settled }
            state.closers -= 1
            return .deferred
        }
    }

    /// Runs the release; the caller is the runner.
    private func runRelease() {
        release()
        state.update { state in
            state.runner = 0
            state.isReleased = true
        }
    }
}

/// Callbacks that the host removed while they ran.
///
/// The release of their owner is complete only when theirs is.
package final class RetiredCallbacks: Sendable {
    private let registrations = Lock<[CallbackRegistration]>([])

    package init() {}

    /// Closes a callback and keeps it until its release is complete.
    package func close(_ registration: CallbackRegistration, until deadline: Duration)
        -> ReleaseOutcome
    {
        let outcome = registration.close(until: deadline)
        if outcome == .deferred { registrations.withLock { $0.append(registration) } }
        return outcome
    }

    /// Waits until `deadline` for the callbacks that were kept; `successor` takes over those that
    /// still run then.
    package func settle(until deadline: Duration, successor: RetiredCallbacks? = nil)
        -> ReleaseOutcome
    {
        let kept = registrations.withLock { kept in
            defer { kept = [] }
            return kept
        }
        let running = kept.filter { $0.close(until: deadline) == .deferred }
        (successor ?? self).registrations.withLock { $0 += running }
        return running.isEmpty ? .complete : .deferred
    }
}
