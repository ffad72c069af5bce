// SPDX-License-Identifier: Apache-2.0
import Glibc
package import HappyOysterCore
import Synchronization

/// An event loop without a thread of its own: it runs when a test says so, on the test's thread.
///
/// Time stands still until ``advance(by:)`` moves it, and timers fire in the order of their times.
package final class ManualLoop: EventLoop {
    private enum Job: Sendable {
        case closure(@Sendable () -> Void)
        case actor(UnownedJob)
    }

    private struct State {
        var now: Duration = .seconds(1000)
        var jobs: [Job] = []
        var timers: [ManualTimer] = []
        var lastOrder = 0
    }

    /// Wall clock when `now` is 1000 s: 2026-09-03T10:00:00Z.
    private static let wallClockAtStart: Int64 = 1_788_429_600_000

    private let state = Mutex(State())
    /// The thread that pumps now, or 0.
    private let runner = Atomic<UInt>(0)

    package init() {}

    package var now: Duration { state.withLock { $0.now } }

    package var wallClockMs: Int64 {
        ManualLoop.wallClockAtStart + (now - .seconds(1000)).wholeMilliseconds
    }

    /// Time stands still within a turn.
    package var longestTurn: Duration { .zero }

    package func run(_ job: @escaping @Sendable () -> Void) {
        state.withLock { $0.jobs.append(.closure(job)) }
    }

    package func schedule(after delay: Duration, _ job: @escaping @Sendable () -> Void)
        -> any Cancellable
    {
        state.withLock { state in
            state.lastOrder += 1
            let timer = ManualTimer(due: state.now + delay, order: state.lastOrder, job)
            state.timers.append(timer)
            return timer
        }
    }

    package func makeWakeup() -> (any Wakeup)? { ManualWakeup(loop: self) }

    /// Timers that are set and were not called off.
    package var pendingTimers: Int { state.withLock { $0.timers.count { $0.isLive } } }

    // MARK: For the test

    /// Runs everything that waits, and what it brings about, without moving the time.
    package func run() {
        pump {
            while let job = nextJob() { perform(job) }
            while let timer = nextTimer(until: now) {
                timer.fire()
                while let job = nextJob() { perform(job) }
            }
        }
    }

    /// Moves the time, stopping at each timer on the way.
    package func advance(by step: Duration) {
        let goal = now + step
        run()
        pump {
            while let timer = nextTimer(until: goal) {
                timer.fire()
                while let job = nextJob() { perform(job) }
            }
        }
        state.withLock { $0.now = goal }
        run()
    }

    private func pump(_ body: () -> Void) {
        let former = runner.exchange(ManualLoop.thread, ordering: .acquiringAndReleasing)
        body()
        runner.store(former, ordering: .releasing)
    }

    private func nextJob() -> Job? {
        state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
    }

    /// Takes the earliest timer until then out, and moves the time to it.
    private func nextTimer(until goal: Duration) -> ManualTimer? {
        state.withLock { state in
            state.timers.removeAll { !$0.isLive }
            guard let next = state.timers.min(by: { $0.precedes($1) }), next.due <= goal else {
                return nil
            }
            state.timers.removeAll { $0 === next }
            state.now = max(state.now, next.due)
            return next
        }
    }

    private func perform(_ job: Job) {
        switch job {
        case .closure(let run): run()
        case .actor(let job): job.runSynchronously(on: asUnownedSerialExecutor())
        }
    }

    private static var thread: UInt { UInt(pthread_self()) }
}

extension ManualLoop {
    package func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        state.withLock { $0.jobs.append(.actor(job)) }
    }

    package func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    package func isIsolatingCurrentContext() -> Bool? {
        runner.load(ordering: .acquiring) == ManualLoop.thread
    }

    package func checkIsolated() {
        precondition(
            runner.load(ordering: .acquiring) == ManualLoop.thread,
            "engine entered outside its loop"
        )
    }
}
