// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// A list that many threads write and a test reads.
package final class Recorder<Entry: Sendable>: Sendable {
    private let list = Condition<[Entry]>([])

    package init() {}

    package var entries: [Entry] { list.withLock { $0 } }
    package var count: Int { list.withLock { $0.count } }

    package func add(_ entry: Entry) { list.update { $0.append(entry) } }

    /// Waits until so many entries are there; false when the limit passed first.
    @discardableResult package func wait(for count: Int, _ limit: Duration = .seconds(20)) -> Bool {
        list.wait(until: SystemClock.monotonic + limit) { $0.count >= count ? true : nil } ?? false
    }
}
