// SPDX-License-Identifier: Apache-2.0
import Glibc

/// A value behind a lock that may be taken in a forked child.
///
/// `Synchronization.Mutex` may not: it stores the thread's id in the lock and remembers that id in
/// thread-local storage, where a child finds its parent's. Two threads of such a child that meet at
/// a lock wait for ever.
///
/// `@unchecked Sendable`: the value is touched only between lock and unlock, and a closure cannot
/// carry it out because it is handed over as `inout`.
package final class Lock<Value>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    package init(_ value: sending Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
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
}
