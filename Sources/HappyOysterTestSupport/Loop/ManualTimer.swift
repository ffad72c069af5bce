// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Synchronization

/// A timer of a ``ManualLoop``.
final class ManualTimer: Cancellable {
    let due: Duration
    private let order: Int
    private let job: @Sendable () -> Void
    private let isCancelled = Atomic(false)

    init(due: Duration, order: Int, _ job: @escaping @Sendable () -> Void) {
        self.due = due
        self.order = order
        self.job = job
    }

    var isLive: Bool { !isCancelled.load(ordering: .acquiring) }

    func precedes(_ other: ManualTimer) -> Bool { (due, order) < (other.due, other.order) }

    func cancel() { isCancelled.store(true, ordering: .releasing) }

    func fire() {
        if !isCancelled.exchange(true, ordering: .acquiringAndReleasing) { job() }
    }
}
