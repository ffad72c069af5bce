// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterThreading

/// A timer of the loop; cancelled from any thread, decisive on the loop.
///
/// A cancelled timer may stay in the loop's heap until it would have been due, a minute or more. Its
/// job goes at once, because the job holds the engine.
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

    /// Takes the job out; it runs, and is freed, outside the lock.
    private func take() -> (@Sendable () -> Void)? { job.withLock { $0.take() } }
}
