// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The requests of a travel that are on their way.
struct RequestLedger {
    private struct Entry {
        let handle: any Cancellable
        let name: TravelRequestName?
        let isCancellable: Bool
    }

    private var entries: [UInt64: Entry] = [:]
    private var lastID: UInt64 = 0

    var isEmpty: Bool { entries.isEmpty }

    mutating func nextID() -> UInt64 {
        lastID += 1
        return lastID
    }

    /// Keeps a request; `isCancellable` is false for those that outlive the travel.
    mutating func insert(
        _ id: UInt64,
        _ handle: any Cancellable,
        name: TravelRequestName?,
        isCancellable: Bool
    ) {
        entries[id] = Entry(handle: handle, name: name, isCancellable: isCancellable)
    }

    /// Forgets a request that was answered; false when it had been called off.
    mutating func remove(_ id: UInt64) -> Bool { entries.removeValue(forKey: id) != nil }

    mutating func cancel(_ name: TravelRequestName) {
        for (id, entry) in entries where entry.name == name {
            entry.handle.cancel()
            entries[id] = nil
        }
    }

    mutating func cancelAll() {
        for (id, entry) in entries where entry.isCancellable {
            entry.handle.cancel()
            entries[id] = nil
        }
    }
}
