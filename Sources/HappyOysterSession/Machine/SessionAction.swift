// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// What the driver of a session has to do, in the order in which the machine returns it.
package enum SessionAction: Equatable, Sendable {
    case connect(token: Secret)
    case openEventStream(SessionAccess, after: EventPosition?)
    /// Asks for events; the server waits for one at most this long.
    case poll(SessionAccess, wait: Duration, after: EventPosition?)
    case post(SessionAccess, [NumberedRequest], handled: EventPosition?)
    case resume(ticket: Secret, connectionId: String, nextRequest: Int)
    /// Leaves a connection whose connect was abandoned; no answer is awaited.
    case abandon(SessionAccess, nextRequest: Int)
    case cancel(SessionRequestName)
    case setTimer(SessionTimer, Duration)
    case cancelTimer(SessionTimer)
    case emit(SessionNotice)
    case complete(OperationID, Result<OperationResult, OysterSDKError>)
    case log(OysterLogLevel, String)
    /// An input came that cannot happen in this phase: a bug of the library.
    case reportUnexpected(String)
}

/// A request that can be cancelled.
package enum SessionRequestName: Hashable, Sendable {
    case connect
    /// The event stream, or a long poll.
    case events
    case post
    case resume
}

package enum SessionTimer: Hashable, Sendable {
    /// Bounds a connect.
    case connect
    /// Bounds the wait for the headers of an event stream while reconnecting.
    case opening
    /// Bounds the wait for `hello` after the headers.
    case hello
    /// Finds an event stream without bytes.
    case idle
    case ping
    /// Delays the next long poll after an empty answer that came at once.
    case poll
    /// The server asked for a pause of the request lane.
    case retry
    case reconnect
    /// Ends an outage.
    case grace
    /// Bounds a leave.
    case leave
}

/// What happens to a session on the event loop.
package enum SessionInput: Sendable {
    case connectAnswered(Result<ConnectAnswer, SessionFailure>)
    case streamOpened
    case hello(HelloEvent)
    /// Bytes of the event stream arrived.
    case received(bytes: Int)
    case event(PlacedEvent)
    case streamEnded(SessionFailure)
    case polled(Result<PollAnswer, SessionFailure>)
    case posted(Result<LaneAnswer, SessionFailure>)
    case resumed(Result<ConnectAnswer, SessionFailure>)
    case timer(SessionTimer)
}
