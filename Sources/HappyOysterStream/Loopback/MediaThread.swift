// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// Something that acts on the media thread at times of its own choice.
package protocol MediaJob: AnyObject, Sendable {
    /// Does what is due and says when to come back; never called twice at once.
    func run(at now: Duration) -> NextRun
}

/// What a job waits for.
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
    /// The one of the process; tests make their own.
    package static let shared = MediaThread()

    fileprivate struct State {
        var entries: [Entry] = []
        var isRunning = false
    }

    fileprivate struct Entry {
        let job: any MediaJob
        var turn: NextRun
        /// Woken while it ran.
        var isWoken = false

        var time: Duration? {
            if case .at(let time) = turn { time } else { nil }
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

    /// Runs the job at once and then as it says; false when there can be no thread.
    package func add(_ job: any MediaJob) -> Bool {
        state.update { state in
            guard state.isRunning || SystemThread.start("oyster-media", work) else { return false }
            state.isRunning = true
            state.entries.append(Entry(job: job, turn: .at(.zero)))
            return true
        }
    }

    /// Runs the job as soon as possible, whatever it waits for.
    package func wake(_ job: any MediaJob) {
        state.update { state in
            guard let index = state.index(of: job) else { return }
            state.entries[index].isWoken = true
        }
    }

    /// The thread: runs what is due, sleeps, until there are no jobs.
    private func work() {
        while let due = nextDue() {
            let turns = due.map { ($0, $0.run(at: SystemClock.monotonic)) }
            state.withLock { state in
                for (job, turn) in turns { state.settle(job, turn) }
            }
        }
    }

    /// Waits for jobs that are due; nil when there are no jobs any more, and the thread ends.
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

    fileprivate mutating func settle(_ job: any MediaJob, _ turn: NextRun) {
        guard let index = index(of: job) else { return }
        if turn == .never {
            entries.remove(at: index)
        } else {
            entries[index].turn = turn
        }
    }
}
