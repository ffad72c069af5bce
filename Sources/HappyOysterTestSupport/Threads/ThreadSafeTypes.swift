// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading
import Synchronization

/// A list that many threads write and a test reads.
package final class Recorder<Entry: Sendable>: Sendable {
    private let list = Condition<[Entry]>([])

    package init() {}

    package var entries: [Entry] { list.withLock { $0 } }
    package var count: Int { list.withLock { $0.count } }

    package func add(_ entry: Entry) { list.update { $0.append(entry) } }

    /// Waits for a number of entries; false when the limit passed first.
    @discardableResult package func wait(for count: Int, _ limit: Duration = .seconds(20)) -> Bool {
        list.wait(until: SystemClock.monotonic + limit) { $0.count >= count ? true : nil } ?? false
    }
}

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

/// A gate that opens once and releases every waiting thread.
package final class Latch: Sendable {
    private let isOpen = Condition(false)

    package init() {}

    package func open() { isOpen.update { $0 = true } }

    /// Waits for the opening; false when the limit passed first.
    @discardableResult package func wait(_ limit: Duration = .seconds(20)) -> Bool {
        isOpen.wait(until: SystemClock.monotonic + limit) { $0 ? true : nil } ?? false
    }
}
