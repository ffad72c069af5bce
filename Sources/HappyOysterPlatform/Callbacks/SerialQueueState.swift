// SPDX-License-Identifier: Apache-2.0

/// Whether a queue waits for its turn on the callback threads; part of the state under its lock.
struct SerialQueueState {
    private(set) var isClosed = false
    private var isScheduled = false

    /// Something waits: whether the queue must be scheduled for it.
    mutating func begin() -> Bool {
        guard !isScheduled, !isClosed else { return false }
        isScheduled = true
        return true
    }

    /// One piece was taken: whether the queue wants another turn.
    mutating func end(hasMore: Bool) -> Bool {
        isScheduled = hasMore && !isClosed
        return isScheduled
    }

    /// No turn begins from now on.
    mutating func close() { isClosed = true }
}
