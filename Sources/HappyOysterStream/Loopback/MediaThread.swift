// SPDX-License-Identifier: Apache-2.0
import Glibc

/// Something that acts on the media thread at times of its own choice.
package protocol MediaJob: AnyObject, Sendable {
    /// Does what is due and says when to come back; never called twice at once.
    func run(at now: Duration) -> MediaTurn
}

/// What a job waits for.
package enum MediaTurn: Equatable, Sendable {
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
///
/// `@unchecked Sendable`: `entries` and `isRunning` are touched only with the mutex held; the mutex
/// and the condition stay at one address until `deinit`, which a running thread holds off.
@safe package final class MediaThread: @unchecked Sendable {
    /// The one of the process; tests make their own.
    package static let shared = MediaThread()

    fileprivate struct Entry {
        let job: any MediaJob
        var turn: MediaTurn
        /// Woken while it ran.
        var isWoken = false
    }

    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var entries: [Entry] = []
    private var isRunning = false

    /// Prepares the thread without starting it.
    package init() {
        unsafe mutex = .allocate(capacity: 1)
        unsafe condition = .allocate(capacity: 1)
        unsafe pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        unsafe pthread_condattr_init(&attributes)
        unsafe pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        unsafe pthread_cond_init(condition, &attributes)
        unsafe pthread_condattr_destroy(&attributes)
    }

    deinit {
        unsafe pthread_cond_destroy(condition)
        unsafe pthread_mutex_destroy(mutex)
        unsafe condition.deallocate()
        unsafe mutex.deallocate()
    }

    /// Monotonic time of the system.
    package static var now: Duration {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    /// Whether the thread exists.
    package var isAlive: Bool { locked { isRunning } }

    /// Runs the job at once and then as it says; false when there can be no thread.
    package func add(_ job: any MediaJob) -> Bool {
        locked {
            guard isRunning || start() else { return false }
            isRunning = true
            entries.append(Entry(job: job, turn: .at(.zero)))
            unsafe pthread_cond_signal(condition)
            return true
        }
    }

    /// Runs the job as soon as possible, whatever it waits for.
    package func wake(_ job: any MediaJob) {
        locked {
            guard let index = entries.firstIndex(where: { $0.job === job }) else { return }
            entries[index].isWoken = true
            unsafe pthread_cond_signal(condition)
        }
    }

    private func locked<Result>(_ body: () -> Result) -> Result {
        unsafe pthread_mutex_lock(mutex)
        defer { unsafe pthread_mutex_unlock(mutex) }
        return body()
    }
}

extension MediaThread {
    /// Creates the thread, detached, with every signal blocked in it and none changed here.
    private func start() -> Bool {
        var all = sigset_t()
        var former = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &former)
        defer { unsafe pthread_sigmask(SIG_SETMASK, &former, nil) }
        var thread = pthread_t()
        let context = unsafe Unmanaged.passRetained(self)
        let status = unsafe pthread_create(
            &thread,
            nil,
            { context in
                MediaThread.nameThread()
                guard let context = unsafe context else { return nil }
                unsafe Unmanaged<MediaThread>.fromOpaque(context).takeRetainedValue().work()
                return nil
            },
            context.toOpaque()
        )
        guard status == 0 else {
            unsafe context.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    /// Names the calling thread.
    ///
    /// Through `/proc`, since Swift's view of glibc lacks `pthread_setname_np`; without `/proc` it
    /// keeps the name of the process.
    private static func nameThread() {
        let file = unsafe open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
        guard file >= 0 else { return }
        let name = Array("oyster-media".utf8)
        _ = unsafe write(file, name, name.count)
        close(file)
    }

    /// The thread: runs what is due, sleeps, until there are no jobs.
    private func work() {
        while let due = nextDue() {
            let turns = due.map { ($0, $0.run(at: Self.now)) }
            locked {
                for (job, turn) in turns { settle(job, turn) }
            }
        }
    }

    private func settle(_ job: any MediaJob, _ turn: MediaTurn) {
        guard let index = entries.firstIndex(where: { $0.job === job }) else { return }
        if turn == .never {
            entries.remove(at: index)
        } else {
            entries[index].turn = turn
        }
    }

    /// Waits for jobs that are due; nil when there are no jobs any more, and the thread ends.
    private func nextDue() -> [any MediaJob]? {
        locked {
            while !entries.isEmpty {
                let now = Self.now
                let due = entries.indices.filter { entries[$0].isDue(at: now) }
                for index in due { entries[index].isWoken = false }
                if !due.isEmpty { return due.map { entries[$0].job } }
                sleep(until: entries.compactMap(\.time).min())
            }
            isRunning = false
            return nil
        }
    }

    /// Sleeps until a time or, with nil, until somebody signals.
    private func sleep(until time: Duration?) {
        guard let parts = time?.components else {
            unsafe pthread_cond_wait(condition, mutex)
            return
        }
        var deadline = timespec(
            tv_sec: Int(parts.seconds),
            tv_nsec: Int(parts.attoseconds / 1_000_000_000)
        )
        unsafe pthread_cond_timedwait(condition, mutex, &deadline)
    }
}

extension MediaThread.Entry {
    fileprivate var time: Duration? {
        if case .at(let time) = turn { time } else { nil }
    }

    fileprivate func isDue(at now: Duration) -> Bool {
        isWoken || time.map { $0 <= now } ?? false
    }
}
