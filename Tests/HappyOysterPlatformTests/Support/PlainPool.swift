// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import HappyOysterThreading

/// A pool whose delayed jobs run on threads of the test.
func makePool() -> CallbackPool {
    CallbackPool { delay, job in
        _ = SystemThread.start("test-later") {
            // The latch is never opened: its time limit is the delay.
            Latch().wait(delay)
            job()
        }
    }
}

/// Keeps queues until the test runs them.
final class ManualPool: CallbackRunner {
    private let queues = Condition<[any SerialQueue]>([])

    var count: Int { queues.withLock { $0.count } }

    func schedule(_ queue: any SerialQueue) { queues.update { $0.append(queue) } }

    /// Runs the queues that were scheduled until they have no more work.
    func run() {
        while let queue = queues.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            while queue.runNext() {}
        }
    }
}
