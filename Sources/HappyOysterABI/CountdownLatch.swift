// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// Counts down to zero, for one waiter.
final class CountdownLatch: Sendable {
    private let left: Condition<Int>

    init(_ count: Int) { left = Condition(count) }

    func countDown() { left.update { $0 -= 1 } }

    func wait(until deadline: Duration) -> Bool {
        left.wait(until: deadline) { $0 <= 0 ? true : nil } ?? false
    }
}
