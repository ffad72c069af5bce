// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

extension SessionState {
    /// Ends a connection: others see its streams go, then itself; it receives `disconnected`.
    mutating func end(
        _ key: ConnectionKey,
        _ reason: EndReason,
        _ atMs: Int64,
        _ changes: inout StateChanges
    ) -> Bool {
        guard let connection = self[key], connection.isVisible else { return false }
        let streams = sessions[key.session]?.streams.filter { $0.connection == key.connection }
        for stream in streams ?? [] { remove(stream, in: key.session, reason, &changes) }
        let data = destroyed("connection", connection.json, reason)
        sessions[key.session]?.send(.connectionDestroyed, data, key.session, &changes) {
            $0.id != key.connection && !$0.isSuppressingEvents
        }
        var backlog = connection.backlog
        if !backlog.isDropped {
            let last: JSONValue = ["reason": .string(reason.rawValue)]
            let bytes = JSONCodec.bytes(last) ?? []
            backlog.add(EventPayload(type: .disconnected, data: bytes))
        }
        remove(key)
        changes.ended.append(
            StateChanges.Ended(
                key: key,
                reason: reason,
                epoch: connection.epoch,
                backlog: backlog
            )
        )
        if !ended.add(key, reason, atMs: atMs, limit: changes.limits.endedConnections),
            !isComplete
        {
            // A ticket of the forgotten connection must not bring it back.
            complete(&changes)
        }
        return true
    }

    /// Adds a stream; it starts muted while a moderator has muted all.
    mutating func publish(
        _ session: String,
        _ stream: StoredStream,
        _ changes: inout StateChanges
    ) -> Bool {
        let key = ConnectionKey(session: session, connection: stream.connection)
        guard let stored = sessions[session], self[key] != nil, stored.index(of: stream.id) == nil
        else { return false }
        var stream = stream
        if stored.isMuteForced { stream.properties.hasAudio = false }
        sessions[session]?.streams.append(stream)
        let data: JSONValue = ["stream": stored.json(stream)]
        sessions[session]?.send(.streamCreated, data, session, &changes) {
            $0.id != stream.connection
        }
        if stored.isMuteForced {
            sessions[session]?.forceMute(stored.streams.count, session, &changes)
        }
        return true
    }

    mutating func change(
        _ session: String,
        _ stream: String,
        _ properties: StreamProperties,
        _ changes: inout StateChanges
    ) -> Bool {
        guard let index = sessions[session]?.index(of: stream) else { return false }
        if properties.hasAudio { sessions[session]?.streams[index].isMuteForced = false }
        sessions[session]?.change(index, to: properties, session, &changes)
        return true
    }

    mutating func unpublish(
        _ session: String,
        _ stream: String,
        _ changes: inout StateChanges
    ) -> Bool {
        guard let stored = sessions[session], let index = stored.index(of: stream) else {
            return false
        }
        remove(stored.streams[index], in: session, .unpublished, &changes)
        return true
    }

    private mutating func remove(
        _ stream: StoredStream,
        in session: String,
        _ reason: EndReason,
        _ changes: inout StateChanges
    ) {
        guard let json = sessions[session]?.json(stream) else { return }
        sessions[session]?.streams.removeAll { $0.id == stream.id }
        let data = destroyed("stream", json, reason)
        sessions[session]?.send(.streamDestroyed, data, session, &changes) {
            $0.id != stream.connection
        }
    }

    private func destroyed(_ kind: String, _ json: JSONValue, _ reason: EndReason) -> JSONValue {
        .object(JSONObject([(kind, json), ("reason", .string(reason.rawValue))]))
    }
}
