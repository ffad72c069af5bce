// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterThreading

/// A timer of the loop; any thread can cancel it.
///
/// A cancel on the loop takes effect for certain.
///
/// A cancelled timer may stay in the loop's heap until it would have been due, a minute or more.
/// Its job is freed at once, because the job keeps the engine alive.
final class LoopTimer: Cancellable {
    /// Nil once the timer was cancelled or has fired.
    private let job: Lock<(@Sendable () -> Void)?>
    private let onCancel: @Sendable () -> Void

    init(_ job: @escaping @Sendable () -> Void, onCancel: @escaping @Sendable () -> Void) {
        self.job = Lock(job)
        self.onCancel = onCancel
    }

    var isLive: Bool { job.withLock { $0 != nil } }

    func cancel() {
        if take() != nil { onCancel() }
    }

    func fire() { take()?() }

    /// Removes the job, so that it runs and is freed outside the lock.
    private func take() -> (@Sendable () -> Void)? { job.withLock { $0.take() } }
}
