// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Counts from any thread.
package final class Counter: Sendable {
    private let number = Atomic(0)

    package init() {}

    package var value: Int { number.load(ordering: .acquiring) }

    /// Adds one and returns the new number.
    @discardableResult package func add() -> Int {
        number.add(1, ordering: .acquiringAndReleasing).newValue
    }
}
