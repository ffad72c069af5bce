// SPDX-License-Identifier: Apache-2.0

/// The pure model of the session server: sessions, connections, streams, signals, moderation.
///
/// It has no clock, no I/O, no lock and no randomness: each call takes the time and, where it makes
/// ids, fresh random bytes. One thread at a time may use it. Nothing that a client sends traps.
///
/// The server performs the effects of each call: it appends the records to the journal, sends
/// events and ends event streams, and only then sends the answer. Events are pulled: after
/// ``Effects/ready`` names an event stream, the server calls ``takeEvents(_:count:bytes:)``
/// whenever it can write to the client, until that returns no event.
package struct SessionStore: Sendable {
    package let configuration: StoreConfiguration
    package private(set) var counters = StoreCounters()

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
    }

    /// What the journal keeps, for a compaction.
    package var state: SessionState { SessionState() }

    /// Sizes at present; takes time in proportion to the connections.
    package var gauges: StoreGauges { StoreGauges() }

    /// `POST /v1/sessions`.
    ///
    /// `authorization` is the value of the header of that name, here and below.
    package mutating func createSession(
        authorization: String?,
        body: [UInt8],
        fresh: FreshBytes,
        at time: StoreTime
    ) -> Outcome<CreatedSession> { unfinished() }

    /// `POST /v1/sessions/{session}/connections`.
    package mutating func connect(
        session: String,
        body: [UInt8],
        fresh: FreshBytes,
        at time: StoreTime
    ) -> Outcome<ConnectAnswer> { unfinished() }

    /// `POST /v1/sessions/{session}/connections/{connection}/resume`.
    package mutating func resume(
        session: String,
        connection: String,
        body: [UInt8],
        fresh: FreshBytes,
        at time: StoreTime
    ) -> Outcome<ConnectAnswer> { unfinished() }

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
    ) -> Outcome<OpenedEventStream> { unfinished() }

    /// The next events of an event stream that it has not taken yet, at most `count`, and at most
    /// `bytes` of data unless the first is longer.
    ///
    /// Empty when none wait or the id is void.
    package mutating func takeEvents(
        _ stream: EventStreamID,
        count: Int,
        bytes: Int
    ) -> [WaitingEvent] { [] }

    /// The event stream's HTTP connection is closed, or the long poll was answered.
    ///
    /// No effect for a void id.
    package mutating func closeEvents(_ stream: EventStreamID, at time: StoreTime) -> Effects {
        Effects()
    }

    /// `POST …/requests`: executes requests, acknowledges events, counts as a ping.
    package mutating func post(
        session: String,
        connection: String,
        authorization: String?,
        body: [UInt8],
        at time: StoreTime
    ) -> Outcome<PostAnswer> { unfinished() }

    /// Performs all that is due.
    ///
    /// Cheap when nothing is due: the server may call it before each other call and every 100 ms.
    package mutating func tick(at time: StoreTime) -> Effects { Effects() }

    /// The time of the next ``tick(at:)``, or earlier; nil when there is nothing to wait for.
    package var nextDeadline: Duration? { nil }

    /// Ends all connections with the reason `server`: the operator stops the server for good.
    package mutating func endAll(at time: StoreTime) -> Effects { Effects() }

    private func unfinished<Answer>() -> Outcome<Answer> {
        Outcome(answer: .failure(.internalFault), effects: Effects())
    }
}

/// How a client receives events.
package enum EventStreamKind: Sendable {
    /// Server-Sent Events.
    case stream
    /// One answer, when there are events or the wait is over.
    case poll
}
