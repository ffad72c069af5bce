// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// Counts the requests to end travels and to leave sessions, of all engines, that the servers have not
/// answered.
package final class PendingEnds: Sendable {
    private let count = Condition(0)

    package init() {}

    package func begin() { count.update { $0 += 1 } }

    package func finish() { count.update { $0 -= 1 } }

    /// Waits until the server has confirmed or refused all of them; false at the deadline.
    package func wait(until deadline: Duration) -> Bool {
        count.wait(until: deadline) { $0 <= 0 ? true : nil } ?? false
    }
}

/// The part of one travel or session in the count.
package struct EndShare {
    private var isCounted = false

    package init() {}

    package mutating func set(_ isPending: Bool, in ends: PendingEnds) {
        guard isPending != isCounted else { return }
        isCounted = isPending
        isPending ? ends.begin() : ends.finish()
    }
}
