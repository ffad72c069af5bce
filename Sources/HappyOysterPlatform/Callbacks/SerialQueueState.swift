// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// Whether a serial queue is scheduled on the callback threads; part of the state under its lock.
struct SerialQueueState {
    private(set) var isClosed = false
    private var isScheduled = false

    /// Notes that an item waits; true when the caller must schedule the queue.
    mutating func begin() -> Bool {
        guard !isScheduled, !isClosed else { return false }
        isScheduled = true
        return true
    }

    /// Notes that an item was taken; true when the queue stays scheduled.
    mutating func end(hasMore: Bool) -> Bool {
        isScheduled = hasMore && !isClosed
        return isScheduled
    }

    /// The queue is not scheduled any more.
    mutating func close() { isClosed = true }
}

/// Lets a view or a buffer wake a queue that is created after it.
final class QueueWakeup: Sendable {
    private let job = Lock<(@Sendable () -> Void)?>(nil)

    /// Sets what `wake` runs; `job` must hold its queue weakly.
    func attach(_ job: @escaping @Sendable () -> Void) { self.job.withLock { $0 = job } }

    func wake() { job.withLock { $0 }?() }
}
