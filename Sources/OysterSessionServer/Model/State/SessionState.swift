// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// What the journal keeps of the store.
///
/// ``apply(_:_:)`` alone changes it, and depends on nothing but the state, the record and the
/// limits.
package struct SessionState: Equatable, Sendable {
    /// The sessions that have connections, by id.
    package internal(set) var sessions: [String: StoredSession] = [:]
    /// Connections that are over.
    package internal(set) var ended = EndedConnections()
    /// The store knows all connections, also those of its predecessor.
    package internal(set) var isComplete: Bool

    /// An empty state.
    package init(isComplete: Bool) { self.isComplete = isComplete }

    subscript(key: ConnectionKey) -> StoredConnection? {
        sessions[key.session]?.connections[key.connection]
    }

    /// Applies a record; nil when it does not fit the state, which then is of no use any more.
    mutating func apply(_ record: JournalRecord, _ limits: SessionLimits) -> StateChanges? {
        var changes = StateChanges(limits)
        return apply(record, &changes) ? changes : nil
    }

    private mutating func apply(_ record: JournalRecord, _ changes: inout StateChanges) -> Bool {
        switch record {
        case .connected(let session, let connection): connect(session, connection)
        case .opened(let key): open(key, &changes)
        case .abandoned(let key): abandon(key)
        case .resumed(let key, let bearerHash, let epoch, let isSuppressing):
            resume(key, bearerHash, epoch, isSuppressing)
        case .acknowledged(let key, let through): acknowledge(key, through)
        case .executed(let key, let number, let request): execute(key, number, request, &changes)
        case .ended(let key, let reason, let atMs): end(key, reason, atMs, &changes)
        case .forgotten(let beforeMs): forget(beforeMs)
        case .published(let session, let stream): publish(session, stream, &changes)
        case .changed(let session, let stream, let properties):
            change(session, stream, properties, &changes)
        case .unpublished(let session, let stream): unpublish(session, stream, &changes)
        case .completed: isComplete ? false : complete(&changes)
        }
    }

    private mutating func connect(_ session: String, _ connection: StoredConnection) -> Bool {
        guard self[ConnectionKey(session: session, connection: connection.id)] == nil else {
            return false
        }
        sessions[session, default: StoredSession()].connections[connection.id] = connection
        return true
    }

    private mutating func open(_ key: ConnectionKey, _ changes: inout StateChanges) -> Bool {
        guard let connection = self[key], !connection.isVisible else { return false }
        sessions[key.session]?.connections[key.connection]?.isVisible = true
        let data = ["connection": connection.json] as JSONValue
        sessions[key.session]?.send(.connectionCreated, data, key.session, &changes) {
            $0.id != key.connection && !$0.isSuppressingEvents
        }
        return true
    }

    private mutating func abandon(_ key: ConnectionKey) -> Bool {
        guard let connection = self[key], !connection.isVisible else { return false }
        remove(key)
        return true
    }

    private mutating func resume(
        _ key: ConnectionKey,
        _ bearerHash: [UInt8],
        _ epoch: String,
        _ isSuppressing: Bool
    ) -> Bool {
        guard var connection = self[key] else { return false }
        connection.bearerHash = bearerHash
        connection.epoch = epoch
        connection.isSuppressingEvents = isSuppressing
        connection.backlog = Backlog()
        sessions[key.session]?.connections[key.connection] = connection
        return true
    }

    private mutating func acknowledge(_ key: ConnectionKey, _ through: Int) -> Bool {
        guard let connection = self[key], through <= connection.backlog.newest else { return false }
        sessions[key.session]?.connections[key.connection]?.backlog.acknowledge(through: through)
        return true
    }

    private mutating func forget(_ beforeMs: Int64) -> Bool {
        ended.forget(before: beforeMs)
        return true
    }

    /// All connections have had the time to return: sends each one a complete snapshot.
    @discardableResult
    mutating func complete(_ changes: inout StateChanges) -> Bool {
        isComplete = true
        for id in Array(sessions.keys) {
            for name in sessions[id].map({ Array($0.connections.keys) }) ?? [] {
                guard let session = sessions[id], let connection = session.connections[name] else {
                    continue
                }
                let upTo = connection.backlog.newest + 1
                let data = session.snapshot(for: name, upTo: upTo, isComplete: true)
                sessions[id]?.send(.snapshot, data, id, &changes) { $0.id == name }
            }
        }
        return true
    }

    /// Removes a connection, and its session when it was the last one.
    mutating func remove(_ key: ConnectionKey) {
        sessions[key.session]?.connections[key.connection] = nil
        if sessions[key.session]?.connections.isEmpty ?? false { sessions[key.session] = nil }
    }
}
