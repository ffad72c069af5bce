// SPDX-License-Identifier: Apache-2.0

/// Pending timers, earliest first; timers with the same time stay in order of insertion.
struct TimerHeap<Payload> {
    private struct Entry {
        let due: Duration
        let order: UInt64
        let payload: Payload

        func precedes(_ other: Entry) -> Bool { (due, order) < (other.due, other.order) }
    }

    private var entries: [Entry] = []
    private var inserted: UInt64 = 0

    var count: Int { entries.count }
    var nextDue: Duration? { entries.first?.due }

    mutating func insert(_ payload: Payload, due: Duration) {
        inserted += 1
        entries.append(Entry(due: due, order: inserted, payload: payload))
        var child = entries.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard entries[child].precedes(entries[parent]) else { break }
            entries.swapAt(child, parent)
            child = parent
        }
    }

    /// Removes and returns the earliest timer that is due.
    mutating func popDue(at now: Duration) -> Payload? {
        guard let first = entries.first, first.due <= now else { return nil }
        let last = entries.removeLast()
        if !entries.isEmpty {
            entries[0] = last
            siftDown()
        }
        return first.payload
    }

    /// Removes every timer that fails the test.
    mutating func keep(where test: (Payload) -> Bool) {
        let kept = entries.filter { test($0.payload) }.sorted { $0.precedes($1) }
        entries = kept
    }

    private mutating func siftDown() {
        var parent = 0
        while true {
            let left = 2 * parent + 1
            guard left < entries.count else { return }
            let right = left + 1
            let child =
                right < entries.count && entries[right].precedes(entries[left]) ? right : left
            guard entries[child].precedes(entries[parent]) else { return }
            entries.swapAt(child, parent)
            parent = child
        }
    }
}
