// SPDX-License-Identifier: Apache-2.0
internal import CMicrohttpd
internal import HappyOysterThreading

/// One request and its answer, on the thread of its server.
final class Exchange {
    private(set) var request: Request
    private let connection: OpaquePointer
    private let lot: ParkingLot
    private var outgoing: Outgoing?
    private var answersAt = Duration.zero
    private var epoch = 0
    private var sent = 0
    private var nextDrop = Duration.zero
    private let begin = SystemClock.monotonic
    private let live = LiveObject("Exchange")

    /// How often a hanging connection looks whether its client is still there.
    private static let glance: Duration = .milliseconds(200)

    init(_ request: Request, _ connection: OpaquePointer, _ lot: ParkingLot) {
        self.request = request
        self.connection = connection
        self.lot = lot
    }

    /// Takes a piece of the body; what exceeds the limit is dropped.
    func receive(_ bytes: UnsafeRawBufferPointer) {
        let room = request.bodyLimit - request.body.count
        if bytes.count > room { request.isTooLarge = true }
        request.body += bytes.prefix(room)
    }

    /// Answers when it is time, or waits; called again after each wait.
    func proceed(_ server: Server) -> MHD_Result {
        if outgoing == nil {
            take(server.answer(request), server)
            // What comes later wakes the connection.
            outgoing?.later?.ring { [lot] in lot.look() }
        }
        if let later = outgoing?.later {
            let now = SystemClock.monotonic
            guard let made = later.outgoing(at: now) else {
                let until = now < later.deadline ? later.deadline : now + Self.glance
                return lot.park(connection, until: until, orWhen: later) ? .YES : .NO
            }
            take(made, server)
        }
        guard let outgoing else { return .NO }
        if SystemClock.monotonic < answersAt { return wait(until: answersAt) }
        switch outgoing.delivery {
        case .whole: return queue(whole(outgoing), outgoing, server)
        case .reset, .drip: return queue(pieces(outgoing), outgoing, server)
        case .close:
            log(outgoing, server)
            return .NO
        case .hang:
            // A reset of the gateway lets go of what hangs.
            guard server.epoch == epoch, oyster_mhd_is_gone(connection) == 0 else {
                log(outgoing, server)
                return .NO
            }
            return wait(until: SystemClock.monotonic + Self.glance)
        }
    }

    private func take(_ made: Outgoing, _ server: Server) {
        outgoing = made
        answersAt = SystemClock.monotonic + made.delay
        epoch = server.epoch
    }

    private func wait(until: Duration) -> MHD_Result {
        lot.park(connection, until: until) ? .YES : .NO
    }

    private func whole(_ outgoing: Outgoing) -> OpaquePointer? {
        var body = outgoing.body
        return body.withUnsafeMutableBytes {
            MHD_create_response_from_buffer($0.count, $0.baseAddress, .RESPMEM_MUST_COPY)
        }
    }

    private func pieces(_ outgoing: Outgoing) -> OpaquePointer? {
        MHD_create_response_from_callback(
            UInt64(outgoing.body.count),
            4096,
            { context, _, buffer, size in
                guard let context, let buffer else { return Exchange.failure }
                let exchange = Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
                return exchange.piece(UnsafeMutableRawBufferPointer(start: buffer, count: size))
            },
            Unmanaged.passRetained(self).toOpaque(),
            { context in
                guard let context else { return }
                Unmanaged<Exchange>.fromOpaque(context).release()
            }
        )
    }

    /// Ends a body before its time, which closes the connection.
    private static let failure = -2

    /// The next bytes of the body; none means "ask again after the wait".
    private func piece(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard let outgoing else { return Self.failure }
        var count = min(buffer.count, outgoing.body.count - sent)
        switch outgoing.delivery {
        case .reset:
            count = min(count, outgoing.body.count / 2 - sent)
            guard count > 0 else {
                oyster_mhd_reset_on_close(connection)
                return Self.failure
            }
        case .drip(let size, let interval):
            let now = SystemClock.monotonic
            guard now >= nextDrop else {
                return lot.park(connection, until: nextDrop) ? 0 : Self.failure
            }
            nextDrop = now + interval
            count = min(count, size)
        case .whole, .hang, .close: break
        }
        buffer.copyBytes(from: outgoing.body[sent..<(sent + count)])
        sent += count
        return count
    }

    private func log(_ outgoing: Outgoing, _ server: Server) {
        server.log?(request, outgoing, SystemClock.monotonic - begin)
    }

    private func queue(
        _ response: OpaquePointer?,
        _ outgoing: Outgoing,
        _ server: Server
    ) -> MHD_Result {
        guard let response else { return .NO }
        defer { MHD_destroy_response(response) }
        log(outgoing, server)
        MHD_add_response_header(response, "Content-Type", outgoing.contentType)
        for (name, value) in outgoing.headers + server.headers(request) {
            MHD_add_response_header(response, name, value)
        }
        return MHD_queue_response(connection, UInt32(outgoing.status), response)
    }
}
