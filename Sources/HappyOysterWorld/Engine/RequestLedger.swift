// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The requests of a travel that are on their way.
struct RequestLedger {
    private struct Entry {
        let handle: any Cancellable
        let isCancellable: Bool
    }

    private var entries: [UInt64: Entry] = [:]
    private var lastID: UInt64 = 0

    var isEmpty: Bool { entries.isEmpty }

    mutating func nextID() -> UInt64 {
        lastID += 1
        return lastID
    }

    /// Keeps a request; `isCancellable` is false for those that must reach the server.
    mutating func insert(_ id: UInt64, _ handle: any Cancellable, isCancellable: Bool) {
        entries[id] = Entry(handle: handle, isCancellable: isCancellable)
    }

    mutating func remove(_ id: UInt64) { entries[id] = nil }

    mutating func cancelAll() {
        for (id, entry) in entries where entry.isCancellable {
            entry.handle.cancel()
            entries[id] = nil
        }
    }
}
