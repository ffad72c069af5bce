// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

extension StoredSession {
    /// Adds an event to the backlogs of some connections.
    ///
    /// Connections that have not opened their event stream are among them: their snapshot is older.
    mutating func send(
        _ type: EventType,
        _ data: JSONValue,
        _ session: String,
        _ changes: inout StateChanges,
        where isReceiver: (StoredConnection) -> Bool = { _ in true }
    ) {
        // One copy of the bytes for all. A text that cannot be written does not occur: what comes
        // from clients was read as JSON without NUL.
        let event = EventPayload(type: type, data: JSONCodec.bytes(data) ?? Array("{}".utf8))
        // By index, because a copy of the keys would make the dictionary be copied.
        var index = connections.startIndex
        while index != connections.endIndex {
            if isReceiver(connections.values[index]) {
                let key = ConnectionKey(session: session, connection: connections.keys[index])
                if connections.values[index].backlog.isDropped {
                    // It must resume; its snapshot will contain what the event says.
                } else if connections.values[index].backlog.append(event, changes.limits) {
                    changes.delivered.append(key)
                } else {
                    changes.overflowed.append(key)
                }
            }
            connections.formIndex(after: &index)
        }
    }

    /// Changes a stream, and reports the difference to others.
    mutating func change(
        _ index: Int,
        to properties: StreamProperties,
        _ session: String,
        _ changes: inout StateChanges
    ) {
        let names = streams[index].properties.changes(to: properties)
        guard !names.isEmpty else { return }
        streams[index].properties = properties
        let stream = streams[index]
        let data: JSONValue = [
            "stream": json(stream), "changed": .array(names.map { .string($0) }),
        ]
        send(.streamChanged, data, session, &changes) { $0.id != stream.connection }
    }

    /// Mutes a stream for a moderator; no effect when it is already muted so.
    mutating func forceMute(_ index: Int, _ session: String, _ changes: inout StateChanges) {
        guard !streams[index].isMuteForced else { return }
        streams[index].isMuteForced = true
        var properties = streams[index].properties
        properties.hasAudio = false
        change(index, to: properties, session, &changes)
        let stream = streams[index]
        send(.streamMuteForced, ["stream": json(stream)], session, &changes) {
            $0.id == stream.connection
        }
    }
}
