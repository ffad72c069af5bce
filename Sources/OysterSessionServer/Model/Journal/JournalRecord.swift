// SPDX-License-Identifier: Apache-2.0

/// One change of the state.
///
/// Records are what the journal keeps: the state is changed by applying records only, so the same
/// records give the same state again. Times are milliseconds since 1970.
package enum JournalRecord: Equatable, Sendable {
    /// A client connected, or returned with a ticket to a server that does not know it.
    ///
    /// The connection is not visible to others, and has no events and answers.
    case connected(session: String, StoredConnection)
    /// A connection opened its first event stream.
    case opened(ConnectionKey)
    /// A connection never opened an event stream.
    case abandoned(ConnectionKey)
    /// A client resumed a known connection.
    case resumed(ConnectionKey, bearerHash: [UInt8], epoch: String, isSuppressingEvents: Bool)
    /// A client has handled the events up to a number.
    case acknowledged(ConnectionKey, through: Int)
    /// A request was executed or refused.
    case executed(ConnectionKey, number: Int, ExecutedRequest)
    /// A connection is over for another reason than a request.
    case ended(ConnectionKey, EndReason, atMs: Int64)
    /// Connections that ended before a time are forgotten.
    case forgotten(beforeMs: Int64)
    case published(session: String, StoredStream)
    case changed(session: String, stream: String, StreamProperties)
    case unpublished(session: String, stream: String)
    /// After a restart without a journal one grace time has passed.
    case completed
}

/// A request of the request lane that was decided.
package enum ExecutedRequest: Equatable, Sendable {
    case signal(to: String?, type: String?, data: String?)
    case forceMuteAll(excluding: [String])
    case disableForceMute
    case forceMuteStream(String)
    case forceDisconnect(String, atMs: Int64)
    case reportIssue
    case leave(atMs: Int64)
    case none
    case refused(SessionErrorCode, message: String)
}
