// SPDX-License-Identifier: Apache-2.0

/// What a connection knows of its session: the other connections, their streams, the mute state.
///
/// Each created connection and stream is destroyed at most once, and a connection after its streams.
struct SessionRoster {
    /// Most connections, and most streams, that are kept; a server that reports more is not believed.
    static let limit = 4096

    struct Overflow: Error {}

    private let ownId: String
    /// Whether connections are neither kept nor reported.
    private let suppressesConnections: Bool
    private var connections: [SessionConnection] = []
    private(set) var streams: [SessionStream] = []
    private var isMuteForced = false

    init(ownId: String, suppressesConnections: Bool) {
        self.ownId = ownId
        self.suppressesConnections = suppressesConnections
    }

    func hasStream(_ id: String) -> Bool { streams.contains { $0.id == id } }

    // MARK: Events

    mutating func created(_ connection: SessionConnection) throws(Overflow) -> [SessionNotice] {
        guard !suppressesConnections, connection.id != ownId,
            !connections.contains(where: { $0.id == connection.id })
        else { return [] }
        guard connections.count < SessionRoster.limit else { throw Overflow() }
        connections.append(connection)
        return [.connectionCreated(connection)]
    }

    mutating func destroyed(_ connection: SessionConnection, _ reason: OysterSessionReason)
        -> [SessionNotice]
    {
        var notices: [SessionNotice] = []
        for stream in streams where stream.connection.id == connection.id {
            notices.append(.streamDestroyed(stream, reason))
        }
        streams.removeAll { $0.connection.id == connection.id }
        guard let index = connections.firstIndex(where: { $0.id == connection.id }) else {
            return notices
        }
        return notices + [.connectionDestroyed(connections.remove(at: index), reason)]
    }

    mutating func created(_ stream: SessionStream) throws(Overflow) -> [SessionNotice] {
        guard stream.connection.id != ownId else { return [] }
        guard !hasStream(stream.id) else { return changed(stream) }
        guard streams.count < SessionRoster.limit else { throw Overflow() }
        streams.append(stream)
        return [.streamCreated(stream)]
    }

    mutating func destroyed(_ stream: SessionStream, _ reason: OysterSessionReason)
        -> [SessionNotice]
    {
        guard let index = streams.firstIndex(where: { $0.id == stream.id }) else { return [] }
        return [.streamDestroyed(streams.remove(at: index), reason)]
    }

    mutating func changed(_ stream: SessionStream) -> [SessionNotice] {
        guard let index = streams.firstIndex(where: { $0.id == stream.id }) else { return [] }
        let changes = stream.changes(from: streams[index])
        streams[index] = stream
        return changes.isEmpty ? [] : [.streamChanged(stream, changes)]
    }

    mutating func muteForced(_ isActive: Bool) -> [SessionNotice] {
        isMuteForced = isActive
        return [.muteForced(isActive: isActive)]
    }

    // MARK: Snapshots

    /// Compares with a snapshot; returns what must have happened, ends first.
    mutating func adopt(_ snapshot: SessionSnapshot) throws(Overflow) -> [SessionNotice] {
        var notices: [SessionNotice] = []
        if snapshot.isComplete {
            let present = Set(snapshot.streams.map(\.id))
            for stream in streams where !present.contains(stream.id) {
                notices += destroyed(stream, .unknown)
            }
            let members = Set(snapshot.connections.map(\.id))
            for connection in connections where !members.contains(connection.id) {
                notices += destroyed(connection, .unknown)
            }
        }
        for connection in snapshot.connections { notices += try created(connection) }
        for stream in snapshot.streams { notices += try created(stream) }
        if snapshot.isMuteForced != isMuteForced { notices += muteForced(snapshot.isMuteForced) }
        return notices
    }
}

/// Recognises signals that arrive twice, by sender and number.
struct SignalNumbers {
    /// Most senders that are remembered.
    private static let limit = 4096

    private var last: [String: Int] = [:]

    /// Whether a signal is new.
    mutating func isNew(_ number: Int?, from sender: String?) -> Bool {
        guard let number, let sender else { return true }
        if let known = last[sender], number <= known { return false }
        if last.count >= SignalNumbers.limit, last[sender] == nil { last = [:] }
        last[sender] = number
        return true
    }

    mutating func forget(_ sender: String) { last[sender] = nil }
}
