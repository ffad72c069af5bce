// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

extension SessionStore {
    /// Most bytes of a stream's name.
    package static let longestStreamName = 1024

    /// Announces a stream of a connection.
    ///
    /// The media of streams is not part of the server yet: nothing calls this for a client.
    package mutating func publish(
        _ key: ConnectionKey,
        name: String,
        _ properties: StreamProperties,
        fresh: FreshBytes,
        at time: StoreTime
    ) -> Outcome<StoredStream> {
        outcome { store, effects throws(Refusal) in
            guard let connection = store.state[key], connection.isVisible,
                let session = store.state.sessions[key.session]
            else { throw .connectionUnknown }
            guard connection.role.canPublish else {
                throw Refusal(403, .cannotPublish, "The role does not include publishing.")
            }
            guard name.utf8.count <= SessionStore.longestStreamName, !name.utf8.contains(0) else {
                throw .malformed("The name of a stream has at most 1024 bytes.")
            }
            guard session.streams.count < store.configuration.limits.streamsPerSession else {
                throw Refusal(409, .tooManyStreams, "The session has as many streams as it may.")
            }
            let context = [key.session, key.connection]
            guard let id = store.signer.text(.stream, fresh.name, context: context) else {
                throw .internalFault
            }
            let stream = StoredStream(
                id: id,
                name: name,
                connection: key.connection,
                createdAtMs: time.wallMs,
                properties: properties,
                isMuteForced: false
            )
            try store.commit(.published(session: key.session, stream), &effects, at: time)
            guard let stored = store.stream(id, in: key.session) else { throw .internalFault }
            return stored
        }
    }

    /// Changes the properties of a connection's own stream.
    ///
    /// Switching audio on unmutes a stream that a moderator muted; a session with hard mute
    /// refuses that.
    package mutating func changeStream(
        _ key: ConnectionKey,
        _ stream: String,
        to properties: StreamProperties,
        at time: StoreTime
    ) -> Outcome<StoredStream> {
        outcome { store, effects throws(Refusal) in
            let current = try store.ownStream(key, stream)
            let isHard = SessionProperties(id: key.session)?.isHardMute ?? false
            guard !(isHard && current.isMuteForced && properties.hasAudio) else {
                throw Refusal(403, .cannotForceMute, "A moderator muted the stream.")
            }
            let record = JournalRecord.changed(session: key.session, stream: stream, properties)
            if properties != current.properties {
                try store.commit(record, &effects, at: time)
            }
            return store.stream(stream, in: key.session) ?? current
        }
    }

    /// Withdraws a connection's own stream.
    package mutating func unpublish(
        _ key: ConnectionKey,
        _ stream: String,
        at time: StoreTime
    ) -> Outcome<StoredStream> {
        outcome { store, effects throws(Refusal) in
            let current = try store.ownStream(key, stream)
            let record = JournalRecord.unpublished(session: key.session, stream: stream)
            try store.commit(record, &effects, at: time)
            return current
        }
    }

    private func stream(_ id: String, in session: String) -> StoredStream? {
        state.sessions[session]?.streams.first { $0.id == id }
    }

    private func ownStream(_ key: ConnectionKey, _ id: String) throws(Refusal) -> StoredStream {
        guard let stream = stream(id, in: key.session), stream.connection == key.connection else {
            throw Refusal(404, .streamUnknown, "The connection has no such stream.")
        }
        return stream
    }
}
