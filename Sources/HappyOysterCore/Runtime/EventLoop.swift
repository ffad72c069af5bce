// SPDX-License-Identifier: Apache-2.0

/// The thread on which all engines of a process run.
///
/// It is the executor of the engines' actors, so code that it runs may enter an engine with
/// `assumeIsolated`.
package protocol EventLoop: SerialExecutor {
    /// Monotonic time since an arbitrary start.
    var now: Duration { get }
    /// Milliseconds since 1970, UTC.
    var wallClockMs: Int64 { get }
    /// The longest time so far that the loop has run between two sleeps.
    ///
    /// A job or a timer has waited at most this long after it was due.
    var longestTurn: Duration { get }
    /// Runs a job on the loop after this call and after earlier jobs; from any thread.
    func run(_ job: @escaping @Sendable () -> Void)
    /// Runs a job on the loop once the time has passed; from any thread.
    func schedule(after delay: Duration, _ job: @escaping @Sendable () -> Void) -> any Cancellable
    /// A new wakeup; nil when all are in use.
    func makeWakeup() -> (any Wakeup)?
}

/// Something that can be cancelled.
package protocol Cancellable: Sendable {
    /// Cancels it, on the loop; afterwards its job or completion does not run. Idempotent.
    func cancel()
}

/// Wakes the loop from any thread, without lock and allocation.
///
/// Calls of `wake` between two runs of the job count as one. A job that was set before a call of
/// `wake` runs because of that call.
package protocol Wakeup: Sendable {
    func wake()
    /// Sets what the loop runs after `wake`, nil for nothing; from any thread.
    func setJob(_ job: (@Sendable () -> Void)?)
}
