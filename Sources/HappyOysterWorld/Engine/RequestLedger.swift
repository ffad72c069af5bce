// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The requests of a travel that are in flight.
struct RequestLedger {
    private struct Entry {
        let handle: any PendingRequest
        let name: TravelRequestName?
        let isCancellable: Bool
        var isAbandoned = false
    }

    /// What the driver does with the answer to a request.
    enum Removal: Equatable {
        case expected
        /// No operation waits for the answer, but a travel that it names has to be ended.
        case abandoned
        case cancelled
    }

    private var entries: [UInt64: Entry] = [:]
    private var lastID: UInt64 = 0

    var isEmpty: Bool { entries.isEmpty }

    mutating func nextID() -> UInt64 {
        lastID += 1
        return lastID
    }

    /// Adds a request; `isCancellable` is false for requests that outlive the travel.
    mutating func insert(
        _ id: UInt64,
        _ handle: any PendingRequest,
        name: TravelRequestName?,
        isCancellable: Bool
    ) {
        entries[id] = Entry(handle: handle, name: name, isCancellable: isCancellable)
    }

    /// Removes a request that was answered.
    mutating func remove(_ id: UInt64) -> Removal {
        guard let entry = entries.removeValue(forKey: id) else { return .cancelled }
        return entry.isAbandoned ? .abandoned : .expected
    }

    /// What a request waits for; nil when none of this name is in flight.
    func missing(_ name: TravelRequestName) -> String? {
        entries.values.first { $0.name == name }?.handle.missing
    }

    /// Marks a request that continues without an operation.
    mutating func abandon(_ name: TravelRequestName) {
        for id in entries.keys where entries[id]?.name == name { entries[id]?.isAbandoned = true }
    }

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
