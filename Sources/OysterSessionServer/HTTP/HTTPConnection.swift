// SPDX-License-Identifier: Apache-2.0
internal import CMicrohttpd
import Glibc
internal import HappyOysterThreading

/// One HTTP connection.
///
/// libmicrohttpd reads, writes and closes its socket. The time limits are ours: those of
/// libmicrohttpd begin anew with each byte.
final class HTTPConnection {
    /// What the server waits for.
    enum Phase {
        /// The head of the first request.
        case firstHead
        /// The head of another request.
        case nextHead
        case body
        /// The handler's answer.
        case deciding
        /// The client reads the answer.
        case sending
        /// An answer that has nothing to send.
        case waiting
    }

    /// The time limits of HTTP connections.
    struct TimeLimits {
        /// For a head, for a body, and for reading an answer or the next part of an event stream.
        var request: Duration = .seconds(10)
        /// From the end of an answer until the next head is complete.
        var idle: Duration = .seconds(75)
    }

    let socket: Int32
    let address: PeerAddress
    private unowned let server: HTTPServer
    private var pointer: OpaquePointer?
    weak var exchange: HTTPExchange?
    private var peerWatch: Poller.Watch?
    /// What the client still sends is read and dropped after the end.
    var isLingering = false
    private var since = SystemClock.monotonic

    var phase = Phase.firstHead {
        didSet { since = SystemClock.monotonic }
    }

    init(_ socket: Int32, _ address: PeerAddress, _ server: HTTPServer) {
        self.socket = socket
        self.address = address
        self.server = server
    }

    /// libmicrohttpd's object, nil before it has begun and after it has ended.
    var handle: OpaquePointer? { pointer }

    func open(_ handle: OpaquePointer) { pointer = handle }

    /// Ends what refers to the socket; libmicrohttpd closes it afterwards.
    func close() {
        unwatchPeer()
        pointer = nil
    }

    /// The client has accepted bytes of an answer.
    func hasProgressed() { phase = .sending }

    /// Whether an answer is due or is being sent.
    var isAnswering: Bool {
        switch phase {
        case .deciding, .sending: true
        case .firstHead, .nextHead, .body, .waiting: false
        }
    }

    /// Whether the client has exceeded a time limit.
    func isOverdue(at now: Duration, _ limits: TimeLimits) -> Bool {
        switch phase {
        case .firstHead, .body, .sending: now - since > limits.request
        case .nextHead: now - since > limits.idle
        case .deciding, .waiting: false
        }
    }

    /// Ends the HTTP connection; libmicrohttpd notices it at its next run.
    func abort() {
        shutdown(socket, Int32(SHUT_RDWR))
        exchange?.abort()
    }

    /// Reports when the client closes its end; until the request is over.
    ///
    /// libmicrohttpd does not look at the socket of a suspended HTTP connection.
    func watchPeer(_ handler: @escaping () -> Void) -> Bool {
        guard peerWatch == nil else { return true }
        peerWatch = server.poller.add(socket, .gone, handler)
        return peerWatch != nil
    }

    func unwatchPeer() {
        if let peerWatch { server.poller.remove(peerWatch) }
        peerWatch = nil
    }

    /// Writes an answer to the socket as far as the system takes it at once.
    func sendRaw(_ answer: HTTPAnswer) { RawAnswer.send(answer, to: socket) }
}

/// Answers that do not pass through libmicrohttpd.
enum RawAnswer {
    static func bytes(_ answer: HTTPAnswer) -> [UInt8] {
        var text = "HTTP/1.1 \(answer.status) \(reason(answer.status))\r\n"
        if let type = answer.contentType { text += "Content-Type: \(type)\r\n" }
        for (name, value) in answer.headers { text += "\(name): \(value)\r\n" }
        text += "Content-Length: \(answer.body.count)\r\nConnection: close\r\n\r\n"
        return Array(text.utf8) + answer.body
    }

    static func send(_ answer: HTTPAnswer, to socket: Int32) {
        let bytes = bytes(answer)
        _ = bytes.withUnsafeBytes {
            Glibc.send(
                socket,
                $0.baseAddress,
                $0.count,
                Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)
            )
        }
    }

    private static func reason(_ status: Int) -> String {
        MHD_get_reason_phrase_for(UInt32(status)).map { String(cString: $0) } ?? "Unknown"
    }
}
