// SPDX-License-Identifier: Apache-2.0

/// Names one open event stream or one waiting long poll; a new one at each opening.
package struct EventStreamID: Hashable, Sendable {
    let number: UInt64
}

/// An event stream that the server ends after it has sent the last events.
package struct EndedEventStream: Equatable, Sendable {
    package let stream: EventStreamID
    /// The events that the stream has not taken; empty unless the connection is over.
    package let last: [WaitingEvent]
    /// The epoch of these events.
    package let epoch: String
}

/// A report that a client sent; the server stores it.
package struct IssueReport: Equatable, Sendable {
    /// Unique; has the characters of an id, so that it can name a file.
    package let id: String
    package let session: String
    package let connection: String
    /// Milliseconds since 1970.
    package let receivedAtMs: Int64
    /// A JSON object in UTF-8, or nil when the client sent none.
    package let report: [UInt8]?
}

/// What happened to a connection without a request of its own, for the log.
package enum ConnectionFact: Equatable, Sendable {
    /// The grace time began.
    case lost(ConnectionKey)
    case over(ConnectionKey, EndReason)
}

/// What a call asks the server to do, in this order: write the records, then the rest, then send
/// the answer.
package struct Effects: Equatable, Sendable {
    /// Records to append to the journal before any answer or event of this call leaves.
    package var records: [JournalRecord] = []
    /// Open event streams for which ``SessionStore/takeEvents(_:count:bytes:)`` has new events.
    package var ready: [EventStreamID] = []
    /// Event streams to end; their ids are void.
    package var ended: [EndedEventStream] = []
    /// Reports to store.
    package var reports: [IssueReport] = []
    /// What the server logs.
    package var facts: [ConnectionFact] = []

    package init() {}
}

/// The answer of a call and its effects; a refusal may have effects, too.
package struct Outcome<Answer: Sendable>: Sendable {
    package let answer: Result<Answer, Refusal>
    package let effects: Effects
}
