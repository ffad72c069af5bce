// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// Counts the requests to end, of all engines, that the server has not answered.
package final class PendingEnds: Sendable {
    private let count = Condition(0)

    package init() {}

    func begin() { count.update { $0 += 1 } }

    func finish() { count.update { $0 -= 1 } }

    /// Waits until the server has confirmed or refused all of them; false at the deadline.
    package func wait(until deadline: Duration) -> Bool {
        count.wait(until: deadline) { $0 <= 0 ? true : nil } ?? false
    }
}

/// One travel's part of the count.
struct EndShare {
    private var isCounted = false

    mutating func set(_ isPending: Bool, in ends: PendingEnds) {
        guard isPending != isCounted else { return }
        isCounted = isPending
        isPending ? ends.begin() : ends.finish()
    }
}
