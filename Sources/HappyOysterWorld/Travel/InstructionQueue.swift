// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// Instructions that are sent one after the other, in order, while the travel runs.
struct InstructionQueue {
    static let capacity = 16

    struct Entry: Equatable {
        let text: String
        /// The operation that waits for the server's answer; nil when it has completed.
        var operation: OperationID?
        var isSent = false
    }

    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    /// Adds an instruction; false when the queue is full.
    mutating func append(_ text: String, operation: OperationID?) -> Bool {
        guard entries.count < InstructionQueue.capacity else { return false }
        entries.append(Entry(text: text, operation: operation))
        return true
    }

    /// The first entry, to be sent now; nil when none waits or one is in flight.
    mutating func beginNext() -> Entry? {
        guard let first = entries.first, !first.isSent else { return nil }
        entries[0].isSent = true
        return entries[0]
    }

    /// Removes the entry in flight if the answer belongs to it; false otherwise.
    mutating func finish(_ text: String, operation: OperationID?) -> Bool {
        guard let first = entries.first, first.isSent, first.text == text,
            first.operation == operation
        else { return false }
        entries.removeFirst()
        return true
    }

    /// Removes the operations of unsent entries and returns them with their texts.
    mutating func detachWaiting() -> [(OperationID, String)] {
        var detached: [(OperationID, String)] = []
        for index in entries.indices where !entries[index].isSent {
            if let operation = entries[index].operation {
                detached.append((operation, entries[index].text))
                entries[index].operation = nil
            }
        }
        return detached
    }

    /// Removes the entry of an operation; returns whether it was in flight.
    mutating func remove(operation: OperationID) -> Bool {
        guard let index = entries.firstIndex(where: { $0.operation == operation }) else {
            return false
        }
        return entries.remove(at: index).isSent
    }

    mutating func removeAll() -> Int {
        defer { entries = [] }
        return entries.count
    }
}
