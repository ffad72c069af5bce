// SPDX-License-Identifier: Apache-2.0
import Glibc
package import HappyOysterCore
import Synchronization

/// An event loop without a thread: it runs on the thread of the test that calls `run`.
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
    /// The thread that runs the loop now, or 0.
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

    /// The number of set timers that were not cancelled.
    package var pendingTimers: Int { state.withLock { $0.timers.count { $0.isLive } } }

    // MARK: For the test

    /// Runs waiting jobs and due timers, and the jobs that these add, without advancing the time.
    package func run() {
        pump {
            while let job = nextJob() { perform(job) }
            while let timer = nextTimer(until: now) {
                timer.fire()
                while let job = nextJob() { perform(job) }
            }
        }
    }

    /// Advances the time and fires each timer at its own time.
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

    /// Removes the earliest timer until `goal`, and advances the time to it.
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

/// A timer of a ``ManualLoop``.
final class ManualTimer: Cancellable {
    let due: Duration
    private let order: Int
    private let job: @Sendable () -> Void
    private let isCancelled = Atomic(false)

    init(due: Duration, order: Int, _ job: @escaping @Sendable () -> Void) {
        self.due = due
        self.order = order
        self.job = job
    }

    var isLive: Bool { !isCancelled.load(ordering: .acquiring) }

    func precedes(_ other: ManualTimer) -> Bool { (due, order) < (other.due, other.order) }

    func cancel() { isCancelled.store(true, ordering: .releasing) }

    func fire() {
        if !isCancelled.exchange(true, ordering: .acquiringAndReleasing) { job() }
    }
}

/// A wakeup of a ``ManualLoop``: calls of `wake` between two runs of its job count as one.
final class ManualWakeup: Wakeup {
    private struct State {
        var job: (@Sendable () -> Void)?
        var isTriggered = false
    }

    private let loop: ManualLoop
    private let state = Mutex(State())

    init(loop: ManualLoop) { self.loop = loop }

    func wake() {
        let wasTriggered = state.withLock { state in
            defer { state.isTriggered = true }
            return state.isTriggered
        }
        if !wasTriggered { loop.run { self.runJob() } }
    }

    func setJob(_ job: (@Sendable () -> Void)?) { state.withLock { $0.job = job } }

    private func runJob() {
        let job = state.withLock { state in
            state.isTriggered = false
            return state.job
        }
        job?()
    }
}
