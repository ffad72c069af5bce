// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterThreading

/// A thread of a test, which can be waited for.
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

/// Runs a body on many threads at once and waits for all.
package func onThreads(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) -> Bool {
    let threads = (0..<count).map { number in TestThread { body(number) } }
    return threads.allSatisfy { $0.join() }
}

/// Waits until a condition holds; false when the limit passed first.
package func eventually(_ limit: Duration = .seconds(20), _ condition: () -> Bool) -> Bool {
    let deadline = SystemClock.monotonic + limit
    while SystemClock.monotonic < deadline {
        if condition() { return true }
        usleep(500)
    }
    return condition()
}

/// How long a body took.
package func elapsed(_ body: () -> Void) -> Duration {
    let start = SystemClock.monotonic
    body()
    return SystemClock.monotonic - start
}
