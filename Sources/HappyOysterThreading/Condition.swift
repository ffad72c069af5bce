// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A value behind a lock with a condition variable: threads can wait for a change of the value.
///
/// It uses a pthread lock, which the thread sanitizer sees; on Linux it does not see `Mutex`.
///
/// `@unchecked Sendable`: the value is touched only between lock and unlock, and a closure cannot
/// carry it out because it is handed over as `inout`.
package final class Condition<Value>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    private var value: Value

    package init(_ value: sending Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
        condition = .allocate(capacity: 1)
        condition.initialize(to: pthread_cond_t())
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        condition.deallocate()
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Works on the value under the lock.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }

    /// Works on the value under the lock and wakes every waiter.
    package func update<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return body(&value)
    }

    /// Waits until `ready` returns a value or the deadline (monotonic) passes.
    package func wait<Result>(
        until deadline: Duration?,
        _ ready: (inout Value) -> Result?
    ) -> Result? {
        wait { value in
            if let result = ready(&value) { return .over(result) }
            if let deadline, deadline <= SystemClock.monotonic { return .over(nil) }
            return .until(deadline)
        }
    }

    /// Waits until `look` returns `.over`; calls it at once, after each update and at each
    /// deadline.
    package func wait<Result>(_ look: (inout Value) -> Wait<Result>) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            switch look(&value) {
            case .over(let result): return result
            case .until(nil): pthread_cond_wait(condition, mutex)
            case .until(.some(let deadline)):
                var time = deadline.timespec
                pthread_cond_timedwait(condition, mutex, &time)
            }
        }
    }
}

/// What a waiting thread does next.
package enum Wait<Result> {
    /// Stop waiting and return this result.
    case over(Result)
    /// Look again at this monotonic time or after the next update, whichever is first; nil waits
    /// for an update only.
    case until(Duration?)
}
