// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// Decides which part of a command snapshot counts, whatever order snapshots arrive in.
struct CommandLedger: Equatable, Sendable {
    /// One-shots remembered; older ones count as done.
    private static let capacity = 256

    /// Highest sequence number taken.
    private(set) var newest: UInt64 = 0
    /// Sequence numbers of the last one-shots done, ascending.
    private var done: [UInt64] = []
    /// One-shots up to here count as done.
    private var floor: UInt64 = 0

    /// What to make of a snapshot.
    struct Verdict: Equatable {
        let moves: Bool
        let interacts: Bool
    }

    mutating func take(_ command: OysterAdventureCommand, sequence: UInt64) -> Verdict {
        let moves = sequence > newest
        newest = max(newest, sequence)
        return Verdict(
            moves: moves,
            interacts: command.interaction != .none && isFirst(sequence)
        )
    }

    /// Whether the one-shot of this number was not done yet; from now on it was.
    private mutating func isFirst(_ sequence: UInt64) -> Bool {
        guard sequence > floor, !done.contains(sequence) else { return false }
        let index = done.firstIndex { $0 > sequence } ?? done.count
        done.insert(sequence, at: index)
        if done.count > Self.capacity { floor = done.removeFirst() }
        return true
    }
}
