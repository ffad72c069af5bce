// SPDX-License-Identifier: Apache-2.0

/// Instructions that wait for the travel to run again, in order.
struct InstructionQueue {
    static let capacity = 16

    struct Entry: Equatable {
        let text: String
        /// Who waits for the server's answer, if anybody.
        var operation: OperationID?
        var isSent = false
    }

    private var entries: [Entry] = []

    var isEmpty: Bool { entries.isEmpty }

    /// Keeps an instruction; false when the queue is full.
    mutating func append(_ text: String, operation: OperationID?) -> Bool {
        guard entries.count < InstructionQueue.capacity else { return false }
        entries.append(Entry(text: text, operation: operation))
        return true
    }

    /// The first entry, to be sent now; nil when none waits or one is on its way.
    mutating func beginNext() -> Entry? {
        guard let first = entries.first, !first.isSent else { return nil }
        entries[0].isSent = true
        return entries[0]
    }

    /// Drops the entry that is on its way when this answer is its own.
    mutating func finish(_ text: String, operation: OperationID?) -> Bool {
        guard let first = entries.first, first.isSent, first.text == text,
            first.operation == operation
        else { return false }
        entries.removeFirst()
        return true
    }

    /// Takes the waiters off entries that are not on their way.
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

    /// Drops the entry that somebody waits for; tells whether it was on its way.
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
