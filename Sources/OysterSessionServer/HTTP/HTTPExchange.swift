// SPDX-License-Identifier: Apache-2.0
internal import CMicrohttpd
internal import HappyOysterThreading

/// One HTTP request and its answer.
final class HTTPExchange {
    private enum Outgoing {
        case none
        case whole(HTTPAnswer)
        case stream(HTTPAnswer, any BodySource)
        /// The response belongs to libmicrohttpd.
        case queued
    }

    private(set) var request: HTTPRequest
    let connection: HTTPConnection
    private unowned let server: HTTPServer
    private var admission: Admission?
    private var received = 0
    private var isComplete = false
    private var outgoing = Outgoing.none
    private var source: (any BodySource)?
    private var isSuspended = false
    private(set) var isGone = false
    /// Called once when the client is gone before the answer was sent.
    var onGone: (() -> Void)?

    /// Bytes of a refused request's body that are read and dropped, so that the HTTP connection can
    /// be used again.
    private static let discarded = 64 << 10

    init(_ request: HTTPRequest, _ connection: HTTPConnection, _ server: HTTPServer) {
        self.request = request
        self.connection = connection
        self.server = server
    }

    // MARK: - For the handler

    /// Sends a complete answer.
    func send(_ answer: HTTPAnswer) {
        guard case .none = outgoing else { return }
        outgoing = .whole(answer)
        onGone = nil
        resume()
    }

    /// Begins an answer whose body a source makes; `answer` has its status and headers.
    func stream(_ answer: HTTPAnswer, _ source: any BodySource) {
        guard case .none = outgoing else {
            source.close()
            return
        }
        outgoing = .stream(answer, source)
        self.source = source
        onGone = nil
        resume()
    }

    /// Continues a body that waits.
    func wake() { resume() }

    // MARK: - For the server

    /// Whether `begin` was called.
    var hasHead: Bool { admission != nil }

    /// Takes the head of the request.
    func begin(_ handler: any HTTPHandler, _ complete: (inout HTTPRequest) -> Void) -> MHD_Result {
        complete(&request)
        connection.phase = .body
        let admission = handler.admit(request)
        self.admission = admission
        let length = request.announcedLength ?? 0
        switch admission {
        case .receive(let limit):
            guard length > UInt64(limit) else { return .YES }
            return refuseEarly(tooLarge(limit))
        case .refuse(let answer):
            guard length > UInt64(Self.discarded) else { return .YES }
            return refuseEarly(answer)
        case .close(let answer): return refuseEarly(answer)
        }
    }

    /// Takes a part of the body.
    func receive(_ bytes: UnsafeRawBufferPointer) -> MHD_Result {
        received += bytes.count
        switch admission {
        case .receive(let limit):
            guard received <= limit else { return refuseAbruptly(tooLarge(limit)) }
            request.body += bytes
            return .YES
        case .refuse(let answer):
            return received <= Self.discarded ? .YES : refuseAbruptly(answer)
        case .close, nil: return .NO
        }
    }

    /// Answers the complete request, or suspends it until there is an answer.
    func proceed(_ handler: any HTTPHandler) -> MHD_Result {
        guard !isGone else { return .NO }
        if !isComplete {
            isComplete = true
            connection.phase = .deciding
            if case .refuse(let answer) = admission {
                outgoing = .whole(answer)
            } else {
                handler.answer(self)
            }
        }
        switch outgoing {
        case .none: return suspend() ? .YES : .NO
        case .whole(let answer): return queue(answer, Self.whole(answer.body))
        case .stream(let answer, _): return queue(answer, pieces())
        case .queued: return .NO
        }
    }

    /// The client is gone, or the server ends.
    func abort() {
        guard !isGone else { return }
        isGone = true
        let notify = onGone
        onGone = nil
        notify?()
        closeSource()
        resume()
    }

    /// The last call.
    func finish() {
        isGone = true
        isSuspended = false
        let notify = onGone
        onGone = nil
        notify?()
        closeSource()
    }

    private func closeSource() {
        let last = source
        source = nil
        last?.close()
    }

    private func suspend() -> Bool {
        guard server.isRunning, connection.watchPeer({ [weak self] in self?.abort() }) else {
            return false
        }
        isSuspended = true
        MHD_suspend_connection(connection.handle)
        return true
    }

    private func resume() {
        guard isSuspended else { return }
        isSuspended = false
        MHD_resume_connection(connection.handle)
        server.hasResumed = true
    }
}

extension HTTPExchange {
    private static func whole(_ body: [UInt8]) -> OpaquePointer? {
        var body = body
        return body.withUnsafeMutableBytes {
            MHD_create_response_from_buffer($0.count, $0.baseAddress, .RESPMEM_MUST_COPY)
        }
    }

    private func pieces() -> OpaquePointer? {
        MHD_create_response_from_callback(
            UInt64.max,  // MHD_SIZE_UNKNOWN
            4096,
            { context, _, buffer, size in
                guard let context, let buffer else { return HTTPExchange.aborted }
                let exchange = Unmanaged<HTTPExchange>.fromOpaque(context).takeUnretainedValue()
                return exchange.piece(UnsafeMutableRawBufferPointer(start: buffer, count: size))
            },
            Unmanaged.passRetained(self).toOpaque(),
            { context in
                guard let context else { return }
                Unmanaged<HTTPExchange>.fromOpaque(context).release()
            }
        )
    }

    /// Results of the body callback: the end of the body, and a close of the HTTP connection.
    private static let ended = -1
    private static let aborted = -2

    /// The next bytes of the body; 0 while the HTTP connection is suspended.
    private func piece(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard !isGone, let source else { return Self.aborted }
        connection.hasProgressed()
        switch source.read(into: buffer) {
        case .bytes(let count): return count
        case .end: return Self.ended
        case .abort: return Self.aborted
        case .wait:
            connection.phase = .waiting
            return suspend() ? 0 : Self.aborted
        }
    }

    /// Sends an answer before the body has arrived, and closes the HTTP connection afterwards.
    private func refuseEarly(_ answer: HTTPAnswer) -> MHD_Result {
        isComplete = true
        server.linger(connection)
        return queue(answer, Self.whole(answer.body))
    }

    /// Sends an answer while the body arrives, and closes the HTTP connection.
    ///
    /// libmicrohttpd accepts no response then; nothing of this request was answered yet, so that the
    /// bytes go to the socket as they are.
    private func refuseAbruptly(_ answer: HTTPAnswer) -> MHD_Result {
        var answer = answer
        answer.headers += server.handler.headers(request)
        server.handler.note(.answered(status: answer.status))
        connection.sendRaw(answer)
        server.linger(connection)
        return .NO
    }

    private func queue(_ answer: HTTPAnswer, _ handle: OpaquePointer?) -> MHD_Result {
        guard let handle else { return .NO }
        defer { MHD_destroy_response(handle) }
        if let type = answer.contentType { MHD_add_response_header(handle, "Content-Type", type) }
        for (name, value) in answer.headers + server.handler.headers(request) {
            MHD_add_response_header(handle, name, value)
        }
        outgoing = .queued
        connection.phase = .sending
        server.handler.note(.answered(status: answer.status))
        return MHD_queue_response(connection.handle, UInt32(answer.status), handle)
    }

    private func tooLarge(_ limit: Int) -> HTTPAnswer {
        server.handler.note(.tooLarge)
        return HTTPAnswer(
            refusal: Refusal(413, .invalid, "The body is longer than \(limit) bytes.")
        )
    }
}
