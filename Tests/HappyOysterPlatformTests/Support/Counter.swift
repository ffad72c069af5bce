// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Counts from any thread.
final class Counter: Sendable {
    private let number = Atomic(0)

    var value: Int { number.load(ordering: .acquiring) }

    /// Adds one and returns the new number.
    @discardableResult func add() -> Int {
        number.add(1, ordering: .acquiringAndReleasing).newValue
    }
}
