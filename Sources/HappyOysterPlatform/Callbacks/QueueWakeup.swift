// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// Lets a view or a buffer wake a queue that is made after it.
final class QueueWakeup: Sendable {
    private let job = Lock<(@Sendable () -> Void)?>(nil)

    /// `job` holds its queue weakly.
    func attach(_ job: @escaping @Sendable () -> Void) { self.job.withLock { $0 = job } }

    func wake() { job.withLock { $0 }?() }
}
