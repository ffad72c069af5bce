// SPDX-License-Identifier: Apache-2.0
internal import Glibc
internal import HappyOysterThreading
public import Testing

/// Runs the tests of a suite on threads of their own.
///
/// A test that waits for a lock, a callback or an HTTP answer holds its thread. Swift's cooperative
/// pool has one thread per core, so two such tests would stop every other test of the process, and a
/// child task that must run beside its test would wait for both. With this trait a test and its
/// child tasks run on threads outside the pool, at most `width` tests at a time.
public struct BlockingTests: TestTrait, SuiteTrait, TestScoping {
    /// The tests of a suite inherit the trait.
    public let isRecursive = true

    /// The number of tests with this trait that run at the same time in one process.
    private static let width = 6

    private static let slots = AsyncSlots(width)

    /// Each case of a test runs by itself; a suite does not.
    public func scopeProvider(for test: Test, testCase: Test.Case?) -> Self? {
        testCase == nil ? nil : self
    }

    /// Waits for a free slot without holding a thread, then runs the test outside the pool.
    public func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        await Self.slots.acquire()
        defer { Self.slots.release() }
        try await withTaskExecutorPreference(ThreadPerJob.shared) { try await function() }
    }
}

extension Trait where Self == BlockingTests {
    /// The tests of this suite block the thread that they run on.
    public static var blocking: Self { BlockingTests() }
}

/// Runs each job on a thread of its own, which takes signals as the threads of the pool do.
private final class ThreadPerJob: TaskExecutor {
    static let shared = ThreadPerJob()

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isStarted = SystemThread.start("test") { [self] in
            var all = sigset_t()
            sigfillset(&all)
            pthread_sigmask(SIG_UNBLOCK, &all, nil)
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
        precondition(isStarted, "no thread for a test")
    }
}

/// A counting semaphore whose waiters suspend instead of holding a thread.
private final class AsyncSlots: Sendable {
    private struct State {
        var free: Int
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Lock<State>

    init(_ count: Int) { state = Lock(State(free: count)) }

    func acquire() async {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.free == 0 else {
                    state.free -= 1
                    return true
                }
                state.waiters.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    func release() {
        let next: CheckedContinuation<Void, Never>? = state.withLock { state in
            guard !state.waiters.isEmpty else {
                state.free += 1
                return nil
            }
            return state.waiters.removeFirst()
        }
        next?.resume()
    }
}
