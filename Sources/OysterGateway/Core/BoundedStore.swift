// SPDX-License-Identifier: Apache-2.0

/// Values by identifier in the order of their addition, bounded in number.
struct BoundedStore<Value: Sendable>: Sendable {
    let capacity: Int
    private var values: [String: Value] = [:]
    /// The identifiers, oldest first.
    private(set) var order: [String] = []

    init(capacity: Int) { self.capacity = capacity }

    subscript(id: String) -> Value? { values[id] }

    /// The values, oldest first.
    var all: [Value] { order.compactMap { values[$0] } }

    /// Adds a value under a new identifier.
    ///
    /// When the store is full, the oldest value that `isFinished` leaves, else the oldest.
    ///
    /// - Returns: The value that left.
    @discardableResult
    mutating func add(_ value: Value, as id: String, isFinished: (Value) -> Bool) -> Value? {
        var removed: Value?
        if order.count >= capacity {
            let index = order.firstIndex { values[$0].map(isFinished) ?? true } ?? 0
            removed = values.removeValue(forKey: order.remove(at: index))
        }
        values[id] = value
        order.append(id)
        return removed
    }

    /// Replaces the value of a known identifier.
    mutating func replace(_ id: String, by value: Value) {
        if values[id] != nil { values[id] = value }
    }

    /// Removes the values that match.
    mutating func removeAll(where matches: (Value) -> Bool) {
        var kept: [String] = []
        for id in order {
            if let value = values[id], matches(value) {
                values[id] = nil
            } else {
                kept.append(id)
            }
        }
        order = kept
    }
}
