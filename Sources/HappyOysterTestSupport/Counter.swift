// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterThreading

/// Counts from any thread.
package final class Counter: Sendable {
    private let count = Condition(0)

    /// Starts at zero.
    package init() {}

    package var value: Int { count.withLock { $0 } }

    /// Adds one and returns the new number.
    @discardableResult package func add() -> Int {
        count.update { count in
            count += 1
            return count
        }
    }
}
