// SPDX-License-Identifier: Apache-2.0

/// What an HTTP server serves; called on the thread that runs the server.
protocol HTTPHandler: AnyObject {
    /// Decides about a request whose head has arrived.
    func admit(_ request: HTTPRequest) -> Admission
    /// Answers a request that is complete: calls `send` or `stream` of the exchange, now or later.
    func answer(_ exchange: HTTPExchange)
    /// The headers that each answer to a request gets.
    func headers(_ request: HTTPRequest) -> [(name: String, value: String)]
    /// The server closed or refused an HTTP connection itself, or sent an answer.
    func note(_ observation: HTTPObservation)
}

/// Whether a request's body is read.
enum Admission {
    /// Reads a body of up to `limit` bytes; a longer one is refused with 413.
    case receive(limit: Int)
    /// Reads no body into memory, and sends the answer.
    case refuse(HTTPAnswer)
    /// Sends the answer and closes the HTTP connection: where the request ends is not certain.
    case close(HTTPAnswer)
}

/// What the HTTP server did without its handler.
enum HTTPObservation {
    /// An HTTP connection was refused since there are too many.
    case refusedConnection
    /// A body was longer than its limit.
    case tooLarge
    /// A client did not send, or did not read, within the time limit.
    case timedOut
    /// An answer with this status was sent or begun.
    case answered(status: Int)
}

/// The body of an answer that is made while it is sent.
protocol BodySource: AnyObject {
    /// Writes the next bytes.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> BodyProgress
    /// The last call: the body has ended, or the client is gone.
    func close()
}

/// The result of one read of a body source.
enum BodyProgress {
    /// So many bytes were written, at least one.
    case bytes(Int)
    /// Nothing to send; the source calls `wake` of the exchange when there is.
    case wait
    /// The body is complete.
    case end
    /// The HTTP connection is closed without an orderly end of the body.
    case abort
}
