// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// Decides which command snapshots of the clients of a travel apply, and in which order.
///
/// Each client has its own sequence numbers; the world has one sequence. With a single client
/// both are equal.
struct CommandArbiter: Sendable {
    /// The result for a snapshot.
    enum Verdict: Equatable, Sendable {
        case applied
        /// Older than an applied snapshot.
        case stale
        /// Received before.
        case duplicate
        /// The travel does not play, its mode takes no commands, or too many are queued.
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

    /// A snapshot to apply to the world.
    struct Snapshot: Equatable, Sendable {
        let command: OysterAdventureCommand
        let action: String?
        /// Its sequence number in the world.
        let number: UInt64
        /// Monotonic time of its arrival.
        let arrival: Duration
    }

    /// A snapshot that the next frame is the first to show.
    struct Shown: Equatable, Sendable {
        let viewer: String
        let sequence: Int64
    }

    /// The sequence numbers of one client.
    fileprivate struct ClientState: Sendable {
        var newest: Int64 = 0
        /// Difference from its sequence numbers to the world's.
        var offset: Int64 = 0
        /// Sequence numbers of applied one-shots, newest last.
        var oneShots: [Int64] = []
        /// One-shots up to this number count as applied; they are no longer remembered.
        var forgottenUpTo: Int64 = 0
    }

    private static let queueLimit = 256
    fileprivate static let rememberedOneShots = 256

    private var clients: [String: ClientState] = [:]
    private var newest: Int64 = 0
    private var queue: [Snapshot] = []
    private var shown: [Shown] = []
}

extension CommandArbiter {
    /// Takes a snapshot of a client at a monotonic time.
    mutating func take(_ frame: CommandFrame, from viewer: String, at now: Duration) -> Verdict {
        guard queue.count < Self.queueLimit else { return .ignored }
        var client = clients[viewer] ?? ClientState()
        defer { clients[viewer] = client }
        let isNew = frame.sequence > client.newest
        guard client.use(frame.sequence, isOneShot: frame.isOneShot) else {
            return frame.isOneShot || frame.sequence == client.newest ? .duplicate : .stale
        }
        if isNew, frame.sequence + client.offset <= newest {
            // Another client has used the number, or this client has restarted its sequence.
            client.offset = newest + 1 - frame.sequence
        }
        let number = frame.sequence + client.offset
        newest = max(newest, number)
        queue.append(
            Snapshot(
                command: frame.command,
                action: frame.action,
                number: UInt64(max(1, number)),
                arrival: now
            )
        )
        if isNew, !frame.isOneShot {
            // Of several movements before one frame only the newest is shown.
            shown.removeAll { $0.viewer == viewer && !client.oneShots.contains($0.sequence) }
        }
        shown.append(Shown(viewer: viewer, sequence: frame.sequence))
        return .applied
    }

    /// Removes a client.
    mutating func remove(_ viewer: String) {
        clients[viewer] = nil
        shown.removeAll { $0.viewer == viewer }
    }

    /// Removes and returns the snapshots since the last frame.
    mutating func takeSnapshots() -> [Snapshot] {
        defer { queue = [] }
        return queue
    }

    /// Removes and returns the sequence numbers to report to a client with the next frame.
    mutating func takeShown(to viewer: String) -> [Int64] {
        defer { shown.removeAll { $0.viewer == viewer } }
        return shown.filter { $0.viewer == viewer }.map(\.sequence)
    }
}

extension CommandArbiter.ClientState {
    /// Records a snapshot; false when it has no new part.
    fileprivate mutating func use(_ sequence: Int64, isOneShot: Bool) -> Bool {
        let isNew = sequence > newest
        newest = max(newest, sequence)
        guard isOneShot else { return isNew }
        guard sequence > forgottenUpTo, !oneShots.contains(sequence) else { return false }
        oneShots.append(sequence)
        if oneShots.count > CommandArbiter.rememberedOneShots {
            forgottenUpTo = max(forgottenUpTo, oneShots.removeFirst())
        }
        return true
    }
}
