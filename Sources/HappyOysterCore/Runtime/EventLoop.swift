// SPDX-License-Identifier: Apache-2.0

/// The thread on which everything is decided.
///
/// One loop serves all engines of a process. It is the executor of their actors, so code that it
/// runs may enter an engine with `assumeIsolated`.
package protocol EventLoop: SerialExecutor {
    /// Monotonic time since an arbitrary start.
    var now: Duration { get }
    /// Milliseconds since 1970, UTC.
    var wallClockMs: Int64 { get }
    /// The longest time that the loop has spent between two sleeps, so far.
    ///
    /// For everything that the loop serves this was the longest wait for its turn.
    var longestTurn: Duration { get }
    /// Runs a job on the loop, later, in order; from any thread.
    func run(_ job: @escaping @Sendable () -> Void)
    /// Runs a job on the loop once the time has passed; from any thread.
    func schedule(after delay: Duration, _ job: @escaping @Sendable () -> Void) -> any Cancellable
    /// A new wakeup; nil when all are in use.
    func makeWakeup() -> (any Wakeup)?
}

/// Something that can be called off.
package protocol Cancellable: Sendable {
    /// Calls it off, on the loop; afterwards its job or completion will not run. Idempotent.
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
