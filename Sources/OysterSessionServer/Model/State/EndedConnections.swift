// SPDX-License-Identifier: Apache-2.0

/// Connections that are over, so that their tickets and bearers get the reason.
package struct EndedConnections: Equatable, Sendable {
    /// Why and when a connection ended.
    struct Entry: Equatable, Sendable {
        let reason: EndReason
        /// Milliseconds since 1970.
        let atMs: Int64
    }

    private(set) var entries: [ConnectionKey: Entry] = [:]
    /// The keys in the order of their ends; those before `head` are forgotten.
    private var queue: [ConnectionKey] = []
    private var head = 0

    var count: Int { entries.count }

    /// When the oldest ended, in milliseconds since 1970.
    var oldestMs: Int64? { head < queue.count ? entries[queue[head]]?.atMs : nil }

    func reason(of key: ConnectionKey) -> EndReason? { entries[key]?.reason }

    /// Remembers a connection; false when the oldest had to be forgotten for it.
    mutating func add(_ key: ConnectionKey, _ reason: EndReason, atMs: Int64, limit: Int) -> Bool {
        if entries.updateValue(Entry(reason: reason, atMs: atMs), forKey: key) == nil {
            queue.append(key)
        }
        guard count > limit else { return true }
        forgetOldest()
        return false
    }

    /// Forgets those that ended before a time.
    mutating func forget(before timeMs: Int64) {
        while let oldestMs, oldestMs < timeMs { forgetOldest() }
    }

    /// In the order of their ends.
    var inOrder: [(key: ConnectionKey, entry: Entry)] {
        queue[head...].compactMap { key in entries[key].map { (key, $0) } }
    }

    private mutating func forgetOldest() {
        entries[queue[head]] = nil
        head += 1
        guard head > 64, head * 2 > queue.count else { return }
        queue.removeFirst(head)
        head = 0
    }

    package static func == (left: EndedConnections, right: EndedConnections) -> Bool {
        left.entries == right.entries && left.queue[left.head...] == right.queue[right.head...]
    }
}
