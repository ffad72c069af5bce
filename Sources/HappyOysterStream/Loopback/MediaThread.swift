// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// Something that runs on the media thread at times that it chooses.
package protocol MediaJob: AnyObject, Sendable {
    /// Does the work that is due and returns when to run again; calls do not overlap.
    func run(at now: Duration) -> NextRun
}

/// When a job runs again.
package enum NextRun: Equatable, Sendable {
    /// Run again at this time.
    case at(Duration)
    /// Run again when woken.
    case whenWoken
    /// Never run again.
    case never
}

/// One thread, named `oyster-media`, for all loopback streams of the process.
///
/// Starts with the first job, ends with the last, and sleeps between: until the next due time, or
/// without any limit when all jobs wait to be woken. It blocks all signals.
package final class MediaThread: Sendable {
    /// The thread of the process; tests make their own.
    package static let shared = MediaThread()

    fileprivate struct State {
        var entries: [Entry] = []
        var isRunning = false
    }

    fileprivate struct Entry {
        let job: any MediaJob
        var nextRun: NextRun
        /// Whether `wake` was called while the job ran.
        var isWoken = false

        var time: Duration? {
            if case .at(let time) = nextRun { time } else { nil }
        }

        func isDue(at now: Duration) -> Bool {
            isWoken || time.map { $0 <= now } ?? false
        }
    }

    private let state = Condition(State())

    /// Prepares the thread without starting it.
    package init() {}

    /// Whether the thread exists.
    package var isAlive: Bool { state.withLock { $0.isRunning } }

    /// Runs a job now and then at the times that it returns; false when the system refuses a
    /// thread.
    package func add(_ job: any MediaJob) -> Bool {
        state.update { state in
            guard state.isRunning || SystemThread.start("oyster-media", work) else { return false }
            state.isRunning = true
            state.entries.append(Entry(job: job, nextRun: .at(.zero)))
            return true
        }
    }

    /// Runs a job as soon as possible, before the time that it waits for.
    package func wake(_ job: any MediaJob) {
        state.update { state in
            guard let index = state.index(of: job) else { return }
            state.entries[index].isWoken = true
        }
    }

    /// The thread's function: runs due jobs and sleeps, until there are no jobs.
    private func work() {
        while let due = nextDue() {
            let nextRuns = due.map { ($0, $0.run(at: SystemClock.monotonic)) }
            state.withLock { state in
                for (job, nextRun) in nextRuns { state.settle(job, nextRun) }
            }
        }
    }

    /// Waits for due jobs; nil when there are no jobs and the thread must end.
    private func nextDue() -> [any MediaJob]? {
        state.wait { state -> Wait<[any MediaJob]?> in
            guard !state.entries.isEmpty else {
                state.isRunning = false
                return .over(nil)
            }
            let due = state.takeDue(at: SystemClock.monotonic)
            return due.isEmpty ? .until(state.entries.compactMap(\.time).min()) : .over(due)
        }
    }
}

extension MediaThread.State {
    fileprivate func index(of job: any MediaJob) -> Int? {
        entries.firstIndex { $0.job === job }
    }

    fileprivate mutating func takeDue(at now: Duration) -> [any MediaJob] {
        let due = entries.indices.filter { entries[$0].isDue(at: now) }
        for index in due { entries[index].isWoken = false }
        return due.map { entries[$0].job }
    }

    fileprivate mutating func settle(_ job: any MediaJob, _ nextRun: NextRun) {
        guard let index = index(of: job) else { return }
        if nextRun == .never {
            entries.remove(at: index)
        } else {
            entries[index].nextRun = nextRun
        }
    }
}
