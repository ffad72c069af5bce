// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterThreading
import HappyOysterWorld

/// The end of the library, for the exit of a process.
///
/// The first call ends every engine; each call waits until none of the host's code runs or will
/// run. Calls may overlap.
enum Shutdown {
    private struct Progress {
        /// Calls that have not returned.
        var calls = 0
        var hasBegun = false
        /// Whether every engine has been given back.
        var isPassOver = false
    }

    private static let progress = Condition(Progress())

    /// Ends what is in flight and waits a bounded time.
    ///
    /// 109004 inside the host's code, without waiting; 109010 while some still runs or will run, or
    /// when the server did not confirm an end.
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
            haveEnded = endEngines(until: isInside ? .zero : deadline, patience: deadline)
            progress.update { $0.isPassOver = true }
        }
        if isInside { throw OysterSDKError(OysterErrorCode.wouldDeadlock) }
        guard waitForSilence(until: deadline), haveEnded else {
            throw OysterSDKError(OysterErrorCode.timedOut)
        }
    }

    /// Ends travels, waiting for the server until `deadline`, then gives every engine back.
    private static func endEngines(until deadline: Duration, patience: Duration) -> Bool {
        let objects = Library.engines.all
        let idle = CountdownLatch(objects.count)
        for object in objects { object.engine.whenIdle { idle.countDown() } }
        let haveEnded = idle.wait(until: deadline)
        for object in objects { _ = object.destroy(until: patience) }
        return haveEnded
    }

    /// Waits until nothing of the host's runs or will run.
    ///
    /// New calls are refused. First the calls on other threads return, so that only the loop and
    /// the callback threads are left; then the loop has done what they asked for; then the callback
    /// threads have run what that led to.
    private static func waitForSilence(until deadline: Duration) -> Bool {
        let isPassOver = progress.wait(until: deadline) { $0.isPassOver ? true : nil } ?? false
        guard isPassOver, ActiveCalls.waitForOthers(until: deadline) else { return false }
        guard let runtime = Library.running else { return true }
        let flushed = CountdownLatch(1)
        runtime.loop.run { flushed.countDown() }
        return flushed.wait(until: deadline)
            && runtime.dependencies.ends.wait(until: deadline)
            && runtime.waitForAdapters(until: deadline)
            // Once the callback threads are closed, what was still owed is not delivered any more.
            && (runtime.pool.isClosed || ActiveCalls.waitForCompletions(until: deadline))
            && runtime.pool.drain(until: deadline)
            && ActiveCalls.waitForOthers(until: deadline)
    }

    /// After the last of overlapping calls no callback begins on the callback threads.
    private static func leave() {
        let isLast = progress.update { progress in
            progress.calls -= 1
            return progress.calls == 0
        }
        if isLast { _ = Library.running?.pool.close(waiting: .zero) }
    }
}
