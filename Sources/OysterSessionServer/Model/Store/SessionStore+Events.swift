// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// How a client receives events.
package enum EventStreamKind: Sendable {
    /// Server-Sent Events.
    case stream
    /// One answer, when there are events or the wait is over.
    case poll
}

extension SessionStore {
    /// `GET …/events`: opens an event stream, or begins a long poll.
    ///
    /// An earlier event stream of the connection is among ``Effects/ended``. For a long poll the
    /// server takes events at once when ``OpenedEventStream/hasEvents``, else when the stream is
    /// ready, ended, or the wait is over, and then closes the stream.
    package mutating func openEvents(
        session: String,
        connection: String,
        authorization: String?,
        lastEventID: String?,
        kind: EventStreamKind,
        at time: StoreTime
    ) -> Outcome<OpenedEventStream> {
        outcome { store, effects throws(Refusal) in
            let key = try store.authorised(session, connection, authorization)
            guard let stored = store.state[key] else { throw .connectionUnknown }
            try store.acknowledge(lastEventID, of: stored, key, &effects, at: time)
            store.endStream(key, &effects)
            if !stored.isVisible { try store.commit(.opened(key), &effects, at: time) }
            // A client that comes or returns has the full time for its next POST.
            if !stored.isVisible || store.activities[key]?.lostSince != nil {
                store.activities[key]?.lastPost = time.now
                store.activities[key]?.lostSince = nil
            }
            let cursor = store.state[key]?.backlog.acknowledged ?? 0
            let stream = store.addStream(key, kind, after: cursor)
            let hasEvents = stored.backlog.newest > cursor
            store.activities[key]?.stream?.isAnnounced = hasEvents
            store.schedule(time.now + store.configuration.limits.silentTime)
            return OpenedEventStream(
                stream: stream,
                epoch: stored.epoch,
                hello: store.hello(stored),
                hasEvents: hasEvents
            )
        }
    }

    /// The next events of an event stream that it has not taken yet, at most `count`, and at most
    /// `bytes` of data unless the first is longer.
    ///
    /// Empty when none wait or the id is void.
    package mutating func takeEvents(
        _ stream: EventStreamID,
        count: Int,
        bytes: Int
    ) -> [WaitingEvent] {
        guard let key = owner(of: stream), let open = activities[key]?.stream,
            let backlog = state[key]?.backlog
        else { return [] }
        var room = bytes
        let events = backlog.events(after: open.cursor, limit: max(count, 0))
        let fitting = events.enumerated().prefix { index, event in
            room -= event.payload.data.count
            return index == 0 || room >= 0
        }
        let taken = fitting.map(\.element)
        let cursor = taken.last?.number ?? open.cursor
        activities[key]?.stream?.cursor = cursor
        activities[key]?.stream?.isAnnounced = cursor < backlog.newest
        return taken
    }

    /// The event stream's HTTP connection is closed, or the long poll was answered.
    ///
    /// No effect for a void id.
    package mutating func closeEvents(_ stream: EventStreamID, at time: StoreTime) -> Effects {
        var effects = Effects()
        guard let key = owner(of: stream), let open = removeStream(key) else { return effects }
        switch open.kind {
        case .stream: lose(key, &effects, at: time)
        case .poll:
            let until = time.now + configuration.limits.pollTime
            activities[key]?.absentUntil = until
            schedule(until)
        }
        return effects
    }

    private func hello(_ connection: StoredConnection) -> JSONValue {
        [
            "epoch": .string(connection.epoch),
            "heartbeatMs": .integer(configuration.heartbeat.wholeMilliseconds),
            "graceTimeMs": .integer(configuration.graceTime.wholeMilliseconds),
        ]
    }

    /// Forgets the events that the client names with `Last-Event-ID`.
    private mutating func acknowledge(
        _ lastEventID: String?,
        of connection: StoredConnection,
        _ key: ConnectionKey,
        _ effects: inout Effects,
        at time: StoreTime
    ) throws(Refusal) {
        let backlog = connection.backlog
        guard !backlog.isDropped else {
            throw .mustResume("Too many events waited for the connection.")
        }
        guard let lastEventID, !lastEventID.isEmpty else { return }
        guard let position = EventPosition(lastEventID), position.epoch == connection.epoch,
            (backlog.acknowledged...backlog.newest).contains(position.number)
        else { throw .mustResume("The position is unknown.") }
        guard position.number > backlog.acknowledged else { return }
        try commit(.acknowledged(key, through: position.number), &effects, at: time)
    }
}

/// The id of an event: `<epoch>-<n>`.
struct EventPosition: Equatable {
    let epoch: String
    let number: Int

    /// Reads an id; nil when it is malformed.
    init?(_ text: String) {
        guard Identifier.isValid(text) else { return nil }
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[1].utf8.allSatisfy({ (0x30...0x39).contains($0) }),
            let number = Int(parts[1])
        else { return nil }
        epoch = String(parts[0])
        self.number = number
    }
}
