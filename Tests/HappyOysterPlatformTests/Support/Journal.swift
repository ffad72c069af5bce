// SPDX-License-Identifier: Apache-2.0
import HappyOysterThreading

/// A list that many threads write and a test reads.
final class Journal<Entry: Sendable>: Sendable {
    private let list = Condition<[Entry]>([])

    var entries: [Entry] { list.withLock { $0 } }
    var count: Int { list.withLock { $0.count } }

    func add(_ entry: Entry) { list.update { $0.append(entry) } }

    /// Waits until so many entries are there; false when the limit passed first.
    @discardableResult func wait(for count: Int, _ limit: Duration = .seconds(20)) -> Bool {
        list.wait(until: SystemClock.monotonic + limit) { $0.count >= count ? true : nil } ?? false
    }
}
