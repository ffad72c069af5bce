// SPDX-License-Identifier: Apache-2.0

/// The keys of the one account that this gateway serves.
struct KeyStore: Sendable {
    enum Kind: Sendable {
        case primary
        case temporary
    }

    /// The primary key that exists from the start.
    static let developmentKey = "sk-development"

    /// The lifetimes that may be asked for, in seconds.
    static let lifetimes = 1...1800

    private var temporary: [String: Moment] = [:]
    private var revoked: Set<String> = []

    /// What a key is at a given time, nil when it opens nothing.
    func kind(of key: String, at now: Moment) -> Kind? {
        guard !revoked.contains(key) else { return nil }
        if key == Self.developmentKey { return .primary }
        guard let expiry = temporary[key], now < expiry else { return nil }
        return .temporary
    }

    /// Adds a temporary key, and forgets those that have expired: they open nothing any more.
    mutating func issue(_ key: String, until expiry: Moment, at now: Moment) {
        temporary = temporary.filter { now < $0.value }
        revoked = revoked.filter { $0 == Self.developmentKey || temporary[$0] != nil }
        temporary[key] = expiry
    }

    /// Ends one key early, or all temporary ones; returns how many that were.
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
