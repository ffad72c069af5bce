// SPDX-License-Identifier: Apache-2.0

/// The pure model of the session server: sessions, connections, streams, signals, moderation.
///
/// It has no clock, no I/O, no lock and no randomness: each call takes the time and, where it makes
/// ids, fresh random bytes. One thread at a time may use it. Nothing that a client sends traps.
///
/// The server performs the effects of each call: it appends the records to the journal, sends
/// events and ends event streams, and only then sends the answer. Events are pulled: after
/// ``Effects/ready`` names an event stream, the server calls ``takeEvents(_:count:bytes:)``
/// whenever it can write to the client, until that returns no event. Until then the stream is not
/// named again.
package struct SessionStore: Sendable {
    package let configuration: StoreConfiguration
    package internal(set) var counters = StoreCounters()
    /// What the journal keeps; ``commit(_:_:at:)`` alone changes it.
    package private(set) var state: SessionState

    let signer: ServerSigner
    var activities: [ConnectionKey: Activity] = [:]
    private var openStreams: [EventStreamID: ConnectionKey] = [:]
    private var lastStream: UInt64 = 0
    /// When the connections of a predecessor have had the time to return.
    var windowEnds: Duration
    /// A time not later than the first deadline.
    var earliest: Duration?

    /// Makes an empty store, or continues with the state of a journal.
    ///
    /// Without a journal's state the store accepts tickets of connections that it does not know,
    /// and its snapshots are incomplete, until one grace time has passed.
    package init(
        _ configuration: StoreConfiguration,
        restoring state: SessionState?,
        at time: StoreTime
    ) {
        self.configuration = configuration
        self.state = state ?? SessionState(isComplete: false)
        signer = ServerSigner(configuration.serverSecret)
        windowEnds = time.now + configuration.graceTime
        for (id, session) in self.state.sessions {
            for (name, connection) in session.connections {
                var activity = Activity(at: time.now, openTime: configuration.limits.openTime)
                if connection.isVisible { activity.lostSince = time.now }
                activities[ConnectionKey(session: id, connection: name)] = activity
            }
        }
        earliest = time.now
    }

    /// Changes the state by a record; the answer of an executed request, if it was one.
    @discardableResult
    mutating func commit(
        _ record: JournalRecord,
        _ effects: inout Effects,
        at time: StoreTime
    ) throws(Refusal) -> StoredAnswer? {
        guard let changes = state.apply(record, configuration.limits) else {
            throw .internalFault
        }
        effects.records.append(record)
        counters.events += changes.delivered.count
        for key in changes.delivered { announce(key, &effects) }
        for key in changes.overflowed {
            counters.overflows += 1
            lose(key, &effects, at: time)
        }
        for ended in changes.ended { end(ended, &effects) }
        return changes.answer
    }

    /// Runs a call that may be refused.
    mutating func outcome<Answer>(
        _ call: (inout SessionStore, inout Effects) throws(Refusal) -> Answer
    ) -> Outcome<Answer> {
        var effects = Effects()
        do {
            let answer = try call(&self, &effects)
            return Outcome(answer: .success(answer), effects: effects)
        } catch {
            counters.refusals[error.code.rawValue, default: 0] += 1
            return Outcome(answer: .failure(error), effects: effects)
        }
    }

    /// Sees to it that ``tick(at:)`` looks at the deadlines at a time.
    mutating func schedule(_ deadline: Duration) {
        earliest = min(earliest ?? deadline, deadline)
    }
}

// MARK: - Event streams

extension SessionStore {
    /// Notes a new event stream of a connection.
    mutating func addStream(_ key: ConnectionKey, _ kind: EventStreamKind, after cursor: Int)
        -> EventStreamID
    {
        lastStream += 1
        let id = EventStreamID(number: lastStream)
        activities[key]?.stream = Activity.OpenStream(id: id, kind: kind, cursor: cursor)
        openStreams[id] = key
        return id
    }

    /// Takes the event stream of a connection away.
    mutating func removeStream(_ key: ConnectionKey) -> Activity.OpenStream? {
        guard let stream = activities[key]?.stream else { return nil }
        activities[key]?.stream = nil
        openStreams[stream.id] = nil
        return stream
    }

    /// Ends the event stream of a connection that continues.
    mutating func endStream(_ key: ConnectionKey, _ effects: inout Effects) {
        guard let stream = removeStream(key) else { return }
        let epoch = state[key]?.epoch ?? ""
        effects.end(EndedEventStream(stream: stream.id, last: [], epoch: epoch))
    }

    /// The connection of an open event stream.
    func owner(of stream: EventStreamID) -> ConnectionKey? { openStreams[stream] }

    private mutating func announce(_ key: ConnectionKey, _ effects: inout Effects) {
        guard let stream = activities[key]?.stream, !stream.isAnnounced else { return }
        activities[key]?.stream?.isAnnounced = true
        effects.ready.append(stream.id)
    }

    private mutating func end(_ ended: StateChanges.Ended, _ effects: inout Effects) {
        counters.ended[ended.reason, default: 0] += 1
        effects.facts.append(.over(ended.key, ended.reason))
        if let stream = removeStream(ended.key) {
            let last = ended.backlog.events(after: stream.cursor)
            effects.end(EndedEventStream(stream: stream.id, last: last, epoch: ended.epoch))
        }
        activities[ended.key] = nil
    }

    /// A connection is lost: its event stream ends and its grace time begins.
    mutating func lose(_ key: ConnectionKey, _ effects: inout Effects, at time: StoreTime) {
        endStream(key, &effects)
        guard state[key]?.isVisible ?? false, activities[key]?.lostSince == nil else { return }
        activities[key]?.lostSince = time.now
        counters.lost += 1
        effects.facts.append(.lost(key))
        schedule(time.now + configuration.graceTime)
    }
}

extension Effects {
    mutating func end(_ stream: EndedEventStream) {
        ready.removeAll { $0 == stream.stream }
        ended.append(stream)
    }
}
