// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import HappyOysterThreading

/// A pool whose looks after a delay come from threads of the test.
func makePool() -> CallbackPool {
    CallbackPool { delay, job in
        _ = SystemThread.start("test-later") {
            // Nobody opens it: the limit is the delay.
            Latch().wait(delay)
            job()
        }
    }
}

/// Keeps lanes until the test runs them.
final class ManualPool: CallbackRunner {
    private let lanes = Condition<[any CallbackLane]>([])

    var count: Int { lanes.withLock { $0.count } }

    func schedule(_ lane: any CallbackLane) { lanes.update { $0.append(lane) } }

    /// Runs the lanes that were scheduled until they have no more work.
    func run() {
        while let lane = lanes.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) {
            while lane.runNext() {}
        }
    }
}
