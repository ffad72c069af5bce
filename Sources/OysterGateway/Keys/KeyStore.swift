// SPDX-License-Identifier: Apache-2.0

/// The keys of the account.
struct KeyStore: Sendable {
    enum Kind: Sendable {
        case primary
        case temporary
    }

    /// The primary key.
    static let developmentKey = "sk-development"

    /// The lifetimes that a client may request, in seconds.
    static let lifetimes = 1...1800

    private var temporary: [String: Timestamp] = [:]
    private var revoked: Set<String> = []

    /// The kind of a key at a time, nil when it is not valid.
    func kind(of key: String, at now: Timestamp) -> Kind? {
        guard !revoked.contains(key) else { return nil }
        if key == Self.developmentKey { return .primary }
        guard let expiry = temporary[key], now < expiry else { return nil }
        return .temporary
    }

    /// Adds a temporary key and removes expired ones.
    mutating func issue(_ key: String, until expiry: Timestamp, at now: Timestamp) {
        temporary = temporary.filter { now < $0.value }
        revoked = revoked.filter { $0 == Self.developmentKey || temporary[$0] != nil }
        temporary[key] = expiry
    }

    /// Revokes one key or all temporary keys; returns the number of revoked keys.
    mutating func revoke(_ key: String?) -> Int {
        guard let key else {
            let count = temporary.keys.count { !revoked.contains($0) }
            revoked.formUnion(temporary.keys)
            return count
        }
        guard key == Self.developmentKey || temporary[key] != nil else { return 0 }
        return revoked.insert(key).inserted ? 1 : 0
    }
}

/// The tickets of the account, each good for one travel in one world.
///
/// The store holds 10000 tickets. Expired tickets are removed. When the store is full, the oldest
/// used ticket leaves; when none is used, the oldest.
struct TicketStore: Sendable {
    struct Ticket: Sendable {
        let world: String
        let model: Model
        let expiry: Timestamp
        var isUsed = false
    }

    static let capacity = 10_000

    private var tickets = BoundedStore<Ticket>(capacity: capacity)

    subscript(id: String) -> Ticket? { tickets[id] }

    /// Adds a ticket and removes expired ones.
    mutating func issue(_ id: String, _ ticket: Ticket, at now: Timestamp) {
        tickets.removeAll { $0.expiry <= now }
        tickets.add(ticket, as: id, isFinished: \.isUsed)
    }

    /// Marks a ticket as used; only a successful enter-travel does so.
    mutating func use(_ id: String) {
        guard var ticket = tickets[id] else { return }
        ticket.isUsed = true
        tickets.replace(id, by: ticket)
    }
}
