// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// Decides which part of a command snapshot applies.
///
/// Snapshots may arrive in any order.
struct CommandFilter: Equatable, Sendable {
    /// Number of one-shots remembered; older ones count as applied.
    private static let capacity = 256

    /// Highest sequence number so far.
    private(set) var newest: UInt64 = 0
    /// Sequence numbers of the latest applied one-shots, ascending.
    private var done: [UInt64] = []
    /// One-shots up to this number count as applied.
    private var floor: UInt64 = 0

    /// Which part of a snapshot applies.
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

    /// Whether the one-shot of this number is new; marks it as applied.
    private mutating func isFirst(_ sequence: UInt64) -> Bool {
        guard sequence > floor, !done.contains(sequence) else { return false }
        let index = done.firstIndex { $0 > sequence } ?? done.count
        done.insert(sequence, at: index)
        if done.count > Self.capacity { floor = done.removeFirst() }
        return true
    }
}
