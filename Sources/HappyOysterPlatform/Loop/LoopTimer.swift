// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Synchronization

/// A timer of the loop; cancelled from any thread, decisive on the loop.
final class LoopTimer: Cancellable {
    private let isCancelled = Atomic(false)
    private let job: @Sendable () -> Void
    private let onCancel: @Sendable () -> Void

    init(_ job: @escaping @Sendable () -> Void, onCancel: @escaping @Sendable () -> Void) {
        self.job = job
        self.onCancel = onCancel
    }

    var isLive: Bool { !isCancelled.load(ordering: .acquiring) }

    func cancel() {
        if !isCancelled.exchange(true, ordering: .acquiringAndReleasing) { onCancel() }
    }

    func fire() {
        if !isCancelled.exchange(true, ordering: .acquiringAndReleasing) { job() }
    }
}
