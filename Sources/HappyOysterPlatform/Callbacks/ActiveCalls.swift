// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterThreading
import Synchronization

/// Counts the calls that may run code of the host: functions of the C interface, and functions of a
/// stream adapter.
///
/// In host delivery a callback runs inside `oyster_engine_dispatch`; a release function runs inside
/// the function that removes its callback. A shutdown therefore waits until these calls have
/// returned. `CallbackPool` counts the callbacks on the library's own threads.
///
/// Counting takes no lock, so that a forked child can count, too.
package enum ActiveCalls {
    private static let count = Atomic(0)
    private static let owed = Atomic(0)
    /// Whether a thread has ever waited for a change of the counts.
    private static let isWatched = Atomic(false)
    /// The number of announcements.
    ///
    /// Not `Void`: the thread sanitizer takes the address of an empty value for the next object's.
    private static let changes = Condition(UInt(0))
    /// Holds the number of counted calls on the calling thread's stack.
    private static let depthKey: pthread_key_t = {
        var key = pthread_key_t()
        pthread_key_create(&key, nil)
        return key
    }()

    /// Runs a body that may run code of the host.
    package static func run<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        setDepth(depth + 1)
        count.add(1, ordering: .sequentiallyConsistent)
        defer {
            setDepth(depth - 1)
            count.subtract(1, ordering: .sequentiallyConsistent)
            announce()
        }
        return try body()
    }

    /// Whether the calling thread is inside a counted call.
    package static var isInside: Bool { depth > 0 }

    /// Waits until no other thread is inside a counted call; false when the time is up before.
    package static func waitForOthers(until deadline: Duration) -> Bool {
        let own = depth
        return wait(until: deadline) { count.load(ordering: .sequentiallyConsistent) <= own }
    }

    /// Waits until every owed completion has run; false when the time is up before.
    package static func waitForCompletions(until deadline: Duration) -> Bool {
        wait(until: deadline) { owed.load(ordering: .sequentiallyConsistent) <= 0 }
    }

    fileprivate static func changeOwed(by change: Int) {
        owed.add(change, ordering: .sequentiallyConsistent)
        if change < 0 { announce() }
    }

    private static func wait(until deadline: Duration, _ isReached: () -> Bool) -> Bool {
        isWatched.store(true, ordering: .sequentiallyConsistent)
        return changes.wait(until: deadline) { _ in isReached() ? true : nil } ?? false
    }

    /// Wakes the waiting threads; costs one atomic load when no thread waits.
    private static func announce() {
        guard isWatched.load(ordering: .sequentiallyConsistent) else { return }
        changes.update { $0 &+= 1 }
    }

    private static var depth: Int { Int(bitPattern: pthread_getspecific(depthKey)) }

    private static func setDepth(_ depth: Int) {
        pthread_setspecific(depthKey, UnsafeRawPointer(bitPattern: depth))
    }
}

/// A `done` function that the library still has to call.
///
/// Counted from the registration until the function has returned or the operation was refused.
package final class OwedCompletion: Sendable {
    private let isSettled = Atomic(false)

    package init() { ActiveCalls.changeOwed(by: 1) }

    deinit { settle() }

    package func settle() {
        guard !isSettled.exchange(true, ordering: .acquiringAndReleasing) else { return }
        ActiveCalls.changeOwed(by: -1)
    }
}
