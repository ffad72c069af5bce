// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
import HappyOysterThreading

/// The threads on which host callbacks run: two, and more while callbacks block.
///
/// Each serial queue runs on one thread at a time. When every thread is busy and a queue has waited
/// for 5 ms, the pool adds a thread, so that a callback that blocks in one engine does not delay
/// another engine. The number of threads does not grow with the number of engines.
package final class CallbackPool: CallbackRunner {
    package static let usualThreads = 2
    package static let mostThreads = 64
    /// How long a queue waits before the pool adds a thread.
    package static let threadDelay: Duration = .milliseconds(5)

    private struct State {
        var ready: [any SerialQueue] = []
        var threads = 0
        var idle = 0
        /// Threads inside a callback now.
        var running: Set<UInt> = []
        var isClosed = false
        var isWatched = false
        /// Number of queues taken so far; a check that finds it unchanged adds a thread.
        var taken: UInt64 = 0
    }

    private let state = Condition(State())
    private let later: @Sendable (Duration, @escaping @Sendable () -> Void) -> Void

    /// `later` runs a job after a delay, on a thread that no host can block.
    package init(
        later: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> Void
    ) {
        self.later = later
    }

    /// Number of threads that exist now.
    package var threadCount: Int { state.withLock { $0.threads } }

    /// Whether the pool starts no more callbacks.
    package var isClosed: Bool { state.withLock { $0.isClosed } }

    /// Whether the calling thread is inside a callback.
    package var isInsideCallback: Bool {
        state.withLock { $0.running.contains(SystemThread.current) }
    }

    package func schedule(_ queue: any SerialQueue) {
        let mustStart = state.update { state in
            guard !state.isClosed else { return false }
            state.ready.append(queue)
            return claimThread(&state, limit: CallbackPool.usualThreads)
        }
        if mustStart { startThread() }
        watch()
    }

    /// Waits until every scheduled callback has run; false when the time is up before.
    package func drain(until deadline: Duration) -> Bool {
        let current = SystemThread.current
        return state.wait(until: deadline) { state in
            state.ready.isEmpty && state.running.subtracting([current]).isEmpty ? true : nil
        } ?? false
    }

    /// Starts no more callbacks; true when no callback runs any more except the caller's own.
    package func close(waiting bound: Duration) -> Bool {
        let current = SystemThread.current
        state.update { state in
            state.isClosed = true
            state.ready = []
        }
        return state.wait(until: SystemClock.monotonic + bound) { state in
            state.running.subtracting([current]).isEmpty ? true : nil
        } ?? false
    }

    private func claimThread(_ state: inout State, limit: Int) -> Bool {
        guard state.ready.count > state.idle, state.threads < limit else { return false }
        state.threads += 1
        return true
    }

    private func startThread() {
        if SystemThread.start("oyster-call", { self.work() }) { return }
        // The system refused a thread: existing threads serve the queue, or a later attempt
        // succeeds.
        state.withLock { $0.threads -= 1 }
    }

    /// Checks after `threadDelay` whether a queue waits behind blocked callbacks.
    private func watch() {
        let mark = state.withLock { state -> UInt64? in
            guard !state.isWatched, !state.ready.isEmpty, !state.isClosed else { return nil }
            state.isWatched = true
            return state.taken
        }
        guard let mark else { return }
        // A strong reference, for 5 ms: a weak one would need a side table, which leak checkers
        // cannot follow.
        later(CallbackPool.threadDelay) { self.look(since: mark) }
    }

    private func look(since mark: UInt64) {
        let mustStart = state.withLock { state in
            state.isWatched = false
            guard state.taken == mark, !state.isClosed else { return false }
            return claimThread(&state, limit: CallbackPool.mostThreads)
        }
        if mustStart { startThread() }
        watch()
    }

    private func work() {
        while let queue = nextQueue() {
            let hasMore = queue.runNext()
            state.update { state in
                state.running.remove(SystemThread.current)
                if hasMore, !state.isClosed { state.ready.append(queue) }
            }
        }
    }

    /// The next queue; nil when this thread is not needed any more and ends.
    private func nextQueue() -> (any SerialQueue)? {
        state.withLock { $0.idle += 1 }
        let queue = state.wait(until: SystemClock.monotonic + .seconds(1), take) ?? waitOn()
        return queue
    }

    private func take(_ state: inout State) -> (any SerialQueue)? {
        guard !state.isClosed, !state.ready.isEmpty else { return nil }
        state.idle -= 1
        state.taken += 1
        state.running.insert(SystemThread.current)
        return state.ready.removeFirst()
    }

    /// After a second without work: one of the usual threads keeps waiting, an extra one ends.
    private func waitOn() -> (any SerialQueue)? {
        let isExtra = state.withLock { state in
            guard state.threads > CallbackPool.usualThreads, state.ready.isEmpty else {
                return false
            }
            state.threads -= 1
            state.idle -= 1
            return true
        }
        return isExtra ? nil : state.wait(until: nil, take)
    }
}
