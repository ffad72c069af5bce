// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The hands on the wheel of one Travel: which snapshots of its clients count, and in which order.
///
/// Clients count their snapshots on their own; the world counts once. As long as one client steers,
/// the numbers are the same.
struct Steering: Sendable {
    /// What became of a snapshot.
    enum Verdict: Equatable, Sendable {
        case applied
        /// Older than what was applied: its movement is of no interest any more.
        case stale
        /// Seen before.
        case duplicate
        /// Nothing plays, this mode takes no commands, or too many wait for one picture.
        case ignored
        case malformed(String)

        var word: String {
            switch self {
            case .applied: "applied"
            case .stale: "stale"
            case .duplicate: "duplicate"
            case .ignored: "ignored"
            case .malformed: "malformed"
            }
        }
    }

    /// A snapshot for the world.
    struct Order: Equatable, Sendable {
        let command: OysterAdventureCommand
        let action: String?
        /// The world's own number of it.
        let number: UInt64
        /// Monotonic time of its arrival.
        let arrival: Duration
    }

    /// A snapshot that the next picture shows first.
    struct Shown: Equatable, Sendable {
        let viewer: String
        let sequence: Int64
    }

    /// What is known of one client.
    fileprivate struct Hand: Sendable {
        var newest: Int64 = 0
        /// From its numbers to the world's.
        var offset: Int64 = 0
        /// Sequence numbers of one-shots already applied, newest last.
        var oneShots: [Int64] = []
        /// Anything up to here counts as applied, because it is no longer remembered.
        var forgottenUpTo: Int64 = 0
    }

    private static let mostOrders = 256
    fileprivate static let rememberedOneShots = 256

    private var hands: [String: Hand] = [:]
    private var newest: Int64 = 0
    private var orders: [Order] = []
    private var shown: [Shown] = []
}

extension Steering {
    /// Takes a snapshot of a client at a monotonic time.
    mutating func take(_ frame: CommandFrame, from viewer: String, at now: Duration) -> Verdict {
        guard orders.count < Self.mostOrders else { return .ignored }
        var hand = hands[viewer] ?? Hand()
        defer { hands[viewer] = hand }
        let isNew = frame.sequence > hand.newest
        guard hand.use(frame.sequence, isOneShot: frame.isOneShot) else {
            return frame.isOneShot || frame.sequence == hand.newest ? .duplicate : .stale
        }
        if isNew, frame.sequence + hand.offset <= newest {
            // Another client counted further, or this one began again.
            hand.offset = newest + 1 - frame.sequence
        }
        let number = frame.sequence + hand.offset
        newest = max(newest, number)
        orders.append(
            Order(
                command: frame.command,
                action: frame.action,
                number: UInt64(max(1, number)),
                arrival: now
            )
        )
        if isNew, !frame.isOneShot {
            // Of the movements that one picture merges it shows only the newest.
            shown.removeAll { $0.viewer == viewer && !hand.oneShots.contains($0.sequence) }
        }
        shown.append(Shown(viewer: viewer, sequence: frame.sequence))
        return .applied
    }

    /// Forgets a client that has left.
    mutating func forget(_ viewer: String) {
        hands[viewer] = nil
        shown.removeAll { $0.viewer == viewer }
    }

    /// Takes out what arrived since the last picture.
    mutating func takeOrders() -> [Order] {
        defer { orders = [] }
        return orders
    }

    /// Takes out what a client can be told once its picture is sent.
    mutating func takeShown(to viewer: String) -> [Int64] {
        defer { shown.removeAll { $0.viewer == viewer } }
        return shown.filter { $0.viewer == viewer }.map(\.sequence)
    }
}

extension Steering.Hand {
    /// Notes a snapshot; false when nothing of it is new.
    fileprivate mutating func use(_ sequence: Int64, isOneShot: Bool) -> Bool {
        let isNew = sequence > newest
        newest = max(newest, sequence)
        guard isOneShot else { return isNew }
        guard sequence > forgottenUpTo, !oneShots.contains(sequence) else { return false }
        oneShots.append(sequence)
        if oneShots.count > Steering.rememberedOneShots {
            forgottenUpTo = max(forgottenUpTo, oneShots.removeFirst())
        }
        return true
    }
}
