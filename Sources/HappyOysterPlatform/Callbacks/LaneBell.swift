// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// Lets a view or a feed wake a lane that is made after it.
final class LaneBell: Sendable {
    private let job = Lock<(@Sendable () -> Void)?>(nil)

    /// `job` holds its lane weakly.
    func attach(_ job: @escaping @Sendable () -> Void) { self.job.withLock { $0 = job } }

    func ring() { job.withLock { $0 }?() }
}
