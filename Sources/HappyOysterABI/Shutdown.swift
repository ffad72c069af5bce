// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterSession
import HappyOysterThreading
import HappyOysterWorld

/// `oyster_engine_shutdown_all`: ends the library's work before the process exits.
///
/// The first call destroys every engine. Each call waits until no code of the host (callbacks,
/// completions, release functions) runs or will run. Calls may overlap.
enum Shutdown {
    private struct Progress {
        /// Number of calls that have not returned.
        var calls = 0
        var hasBegun = false
        /// Whether every engine has been destroyed.
        var haveEnginesEnded = false
    }

    private static let progress = Condition(Progress())

    /// Ends travels in flight, leaves sessions, and waits for at most `timeout`.
    ///
    /// Throws 109004 without waiting when a callback or release function called it, and 109010 when
    /// code of the host still runs or will run, or the server did not confirm an end.
    static func run(timeout: Duration) throws(OysterSDKError) {
        let deadline = SystemClock.monotonic + timeout
        let isFirst = progress.update { progress in
            defer { progress.hasBegun = true }
            progress.calls += 1
            return !progress.hasBegun
        }
        Library.refuseCalls()
        defer { leave() }
        let isInside =
            ActiveCalls.isInside || Library.running?.pool.isInsideCallback ?? false
        var haveEnded = true
        if isFirst {
            haveEnded = endEngines(until: isInside ? .zero : deadline, destroyBy: deadline)
            progress.update { $0.haveEnginesEnded = true }
        }
        if isInside { throw OysterSDKError(OysterErrorCode.wouldDeadlock) }
        guard waitForHostCode(until: deadline), haveEnded else {
            throw OysterSDKError(OysterErrorCode.timedOut)
        }
    }

    /// Ends travels and leaves sessions, waits for the servers until `deadline`, then destroys every engine.
    private static func endEngines(until deadline: Duration, destroyBy limit: Duration) -> Bool {
        let objects = Library.engines.all
        let idle = CountdownLatch(2 * objects.count)
        for object in objects {
            object.engine.whenIdle { idle.countDown() }
            object.sessions.whenIdle { idle.countDown() }
        }
        let haveEnded = idle.wait(until: deadline)
        for object in objects { _ = object.destroy(until: limit) }
        return haveEnded
    }

    /// Waits until no code of the host runs or will run.
    ///
    /// New calls are refused already. The order of the waits matters: the calls on other threads
    /// return, the loop runs the jobs that they posted, then the callback threads run the callbacks
    /// that those jobs led to.
    private static func waitForHostCode(until deadline: Duration) -> Bool {
        let haveEnginesEnded =
            progress.wait(until: deadline) { $0.haveEnginesEnded ? true : nil } ?? false
        guard haveEnginesEnded, ActiveCalls.waitForOthers(until: deadline) else { return false }
        guard let runtime = Library.running else { return true }
        let flushed = CountdownLatch(1)
        runtime.loop.run { flushed.countDown() }
        return flushed.wait(until: deadline)
            && runtime.dependencies.ends.wait(until: deadline)
            && runtime.waitForAdapters(until: deadline)
            // Closed callback threads deliver no owed completion any more, so waiting would be in
            // vain.
            && (runtime.pool.isClosed || ActiveCalls.waitForCompletions(until: deadline))
            && runtime.pool.drain(until: deadline)
            && ActiveCalls.waitForOthers(until: deadline)
    }

    /// When the last of overlapping calls returns, closes the callback threads to new callbacks.
    private static func leave() {
        let isLast = progress.update { progress in
            progress.calls -= 1
            return progress.calls == 0
        }
        if isLast { _ = Library.running?.pool.close(waiting: .zero) }
    }
}

/// Counts down to zero; one thread waits for zero.
final class CountdownLatch: Sendable {
    private let left: Condition<Int>

    init(_ count: Int) { left = Condition(count) }

    func countDown() { left.update { $0 -= 1 } }

    func wait(until deadline: Duration) -> Bool {
        left.wait(until: deadline) { $0 <= 0 ? true : nil } ?? false
    }
}
