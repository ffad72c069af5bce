// SPDX-License-Identifier: Apache-2.0
internal import Glibc

/// A value behind a lock.
///
/// A pthread lock, because the thread sanitizer does not see `Synchronization.Mutex` on Linux and
/// reports a race for each of its uses. `@unchecked Sendable`: the value is touched under the lock
/// only, and the pointer to the lock never changes.
final class Guarded<Value: Sendable>: @unchecked Sendable {
    private let lock = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private var value: Value

    init(_ value: Value) {
        self.value = value
        pthread_mutex_init(lock, nil)
    }

    deinit {
        pthread_mutex_destroy(lock)
        lock.deallocate()
    }

    /// Runs a body that alone sees the value.
    func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
        pthread_mutex_lock(lock)
        defer { pthread_mutex_unlock(lock) }
        return body(&value)
    }
}
