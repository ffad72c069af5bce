// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterThreading

/// Counts from any thread.
package final class Counter: Sendable {
    private let count = Condition(0)

    /// Starts at zero.
    package init() {}

    package var value: Int { count.withLock { $0 } }

    package func add() { count.update { $0 += 1 } }
}
