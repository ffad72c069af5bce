// SPDX-License-Identifier: Apache-2.0
internal import CMicrohttpd
internal import HappyOysterThreading

/// One HTTP request and its response, on the thread of its server.
final class HTTPExchange {
    private(set) var request: Request
    private let connection: OpaquePointer
    private let suspended: SuspendedConnections
    private var response: Response?
    private var sendsAt = Duration.zero
    private var epoch = 0
    private var sent = 0
    private var nextPieceAt = Duration.zero
    private let begin = SystemClock.monotonic
    private let live = LiveObject("HTTPExchange")

    /// Interval at which a hanging connection checks whether its client has disconnected.
    private static let pollInterval: Duration = .milliseconds(200)

    init(_ request: Request, _ connection: OpaquePointer, _ suspended: SuspendedConnections) {
        self.request = request
        self.connection = connection
        self.suspended = suspended
    }

    /// Receives a part of the body; bytes beyond the limit are dropped.
    func receive(_ bytes: UnsafeRawBufferPointer) {
        let capacity = request.bodyLimit - request.body.count
        if bytes.count > capacity { request.isTooLarge = true }
        request.body += bytes.prefix(capacity)
    }

    /// Sends the response when it is due, else suspends the connection; called again after each
    /// suspension.
    func proceed(_ server: HTTPServer) -> MHD_Result {
        if response == nil {
            take(server.answer(request), server)
            // A deferred response resumes the connection.
            response?.later?.notify { [suspended] in suspended.recheck() }
        }
        if let later = response?.later {
            let now = SystemClock.monotonic
            guard let ready = later.response(at: now) else {
                let until = now < later.deadline ? later.deadline : now + Self.pollInterval
                return suspended.suspend(connection, until: until, orWhen: later) ? .YES : .NO
            }
            take(ready, server)
        }
        guard let response else { return .NO }
        if SystemClock.monotonic < sendsAt { return wait(until: sendsAt) }
        switch response.delivery {
        case .whole: return queue(whole(response), response, server)
        case .reset, .drip: return queue(pieces(response), response, server)
        case .close:
            log(response, server)
            return .NO
        case .hang:
            // A reset of the gateway closes hanging connections.
            guard server.epoch == epoch, oyster_mhd_is_gone(connection) == 0 else {
                log(response, server)
                return .NO
            }
            return wait(until: SystemClock.monotonic + Self.pollInterval)
        }
    }

    private func take(_ ready: Response, _ server: HTTPServer) {
        response = ready
        sendsAt = SystemClock.monotonic + ready.delay
        epoch = server.epoch
    }

    private func wait(until: Duration) -> MHD_Result {
        suspended.suspend(connection, until: until) ? .YES : .NO
    }

    private func whole(_ response: Response) -> OpaquePointer? {
        var body = response.body
        return body.withUnsafeMutableBytes {
            MHD_create_response_from_buffer($0.count, $0.baseAddress, .RESPMEM_MUST_COPY)
        }
    }

    private func pieces(_ response: Response) -> OpaquePointer? {
        MHD_create_response_from_callback(
            UInt64(response.body.count),
            4096,
            { context, _, buffer, size in
                guard let context, let buffer else { return HTTPExchange.failure }
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

    /// Result of the body callback that closes the connection.
    private static let failure = -2

    /// The next bytes of the body; 0 while the connection is suspended.
    private func piece(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let response else { return Self.failure }
        var count = min(buffer.count, response.body.count - sent)
        switch response.delivery {
        case .reset:
            count = min(count, response.body.count / 2 - sent)
            guard count > 0 else {
                oyster_mhd_reset_on_close(connection)
                return Self.failure
            }
        case .drip(let size, let interval):
            let now = SystemClock.monotonic
            guard now >= nextPieceAt else {
                return suspended.suspend(connection, until: nextPieceAt) ? 0 : Self.failure
            }
            nextPieceAt = now + interval
            count = min(count, size)
        case .whole, .hang, .close: break
        }
        buffer.copyBytes(from: response.body[sent..<(sent + count)])
        sent += count
        return count
    }

    private func log(_ response: Response, _ server: HTTPServer) {
        server.log?(request, response, SystemClock.monotonic - begin)
    }

    private func queue(
        _ handle: OpaquePointer?,
        _ response: Response,
        _ server: HTTPServer
    ) -> MHD_Result {
        guard let handle else { return .NO }
        defer { MHD_destroy_response(handle) }
        log(response, server)
        MHD_add_response_header(handle, "Content-Type", response.contentType)
        for (name, value) in response.headers + server.headers(request) {
            MHD_add_response_header(handle, name, value)
        }
        return MHD_queue_response(connection, UInt32(response.status), handle)
    }
}
