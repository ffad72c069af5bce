// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// A thread of a test that can be joined.
package final class TestThread: Sendable {
    private let end = Latch()

    package init(_ body: @escaping @Sendable () -> Void) {
        let end = end
        let isStarted = SystemThread.start("test") {
            body()
            end.open()
        }
        if !isStarted { end.open() }
    }

    /// Waits for the end; false when the limit passed first.
    @discardableResult package func join(_ limit: Duration = .seconds(20)) -> Bool {
        end.wait(limit)
    }
}

/// Runs a body that may block on its own thread, so that no thread of the pool waits.
package func inThread<Result: Sendable>(
    _ body: @escaping @Sendable () -> Result
) async -> Result {
    await withCheckedContinuation { continuation in
        _ = TestThread { continuation.resume(returning: body()) }
    }
}

/// Runs a body on many threads at once and waits for all.
package func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) -> Bool {
    let threads = (0..<count).map { number in TestThread { body(number) } }
    return threads.allSatisfy { $0.join() }
}

/// The time that a body takes.
package func elapsed(_ body: () -> Void) -> Duration {
    let start = SystemClock.monotonic
    body()
    return SystemClock.monotonic - start
}
