// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import CMicrohttpd
import Glibc
internal import HappyOysterThreading

/// An HTTP server on the caller's thread.
///
/// The caller runs it whenever the poller returns. It accepts by itself, since libmicrohttpd's limits
/// refuse without an answer, and with epoll libmicrohttpd 0.9.75 stops to accept at its limit.
final class HTTPServer {
    /// Memory of libmicrohttpd for each HTTP connection: the head, and parts of bodies.
    private static let memory = 64 << 10
    /// Most HTTP connections that are accepted in one turn.
    private static let acceptsAtOnce = 64
    private static let sweepInterval: Duration = .milliseconds(500)

    let poller: Poller
    unowned let handler: any HTTPHandler
    private let listener: ListeningSocket
    private let timeLimits: HTTPConnection.TimeLimits
    private var limits: ConnectionLimits
    private let lingering: LingeringSockets
    private var daemon: OpaquePointer?
    private var watches: [Poller.Watch] = []
    private var listenWatch: Poller.Watch?
    private var acceptsAgainAt: Duration?
    private var connections: [ObjectIdentifier: HTTPConnection] = [:]
    /// The connection that `MHD_add_connection` is called for.
    private var incoming: HTTPConnection?
    private var nextSweep = SystemClock.monotonic
    /// A connection was resumed, so that libmicrohttpd has something to do.
    var hasResumed = false
    private(set) var isRunning = true

    /// Nil when the system refuses a descriptor or memory.
    init?(
        _ listener: ListeningSocket,
        _ poller: Poller,
        limits: ConnectionLimits,
        timeLimits: HTTPConnection.TimeLimits,
        handler: any HTTPHandler
    ) {
        self.listener = listener
        self.poller = poller
        self.limits = limits
        self.timeLimits = timeLimits
        self.handler = handler
        lingering = LingeringSockets(poller)
        daemon = oyster_mhd_start_external(
            Self.memory,
            Self.handle,
            Self.target,
            Self.complete,
            Self.notify,
            Unmanaged.passUnretained(self).toOpaque()
        )
        guard let daemon, let work = poller.add(oyster_mhd_epoll(daemon), .readable, {}) else {
            return nil
        }
        watches = [work]
        guard listen() else { return nil }
    }

    deinit { stop() }

    /// The number of HTTP connections.
    var count: Int { limits.count }

    /// Whether an answer is being sent, or a request is waiting for one.
    var isSending: Bool { connections.values.contains { $0.isAnswering } }

    /// The time at which the server has something to do without a descriptor being ready.
    var deadline: Duration? {
        if isPending { return .zero }
        let sweeps = connections.isEmpty && lingering.isEmpty && acceptsAgainAt == nil
        return sweeps ? nil : nextSweep
    }

    /// Reads, answers and writes what is ready.
    func run() {
        guard let daemon else { return }
        // A callback may resume other connections. The bound lets the caller do its other work.
        for _ in 0..<32 {
            hasResumed = false
            MHD_run(daemon)
            guard isPending else { break }
        }
        let now = SystemClock.monotonic
        if now >= nextSweep { sweep(at: now) }
    }

    /// Closes the listening socket; HTTP connections continue.
    func stopListening() {
        if let listenWatch { poller.remove(listenWatch) }
        listenWatch = nil
        acceptsAgainAt = nil
        isListening = false
        listener.close()
    }

    private var isListening = true

    /// Closes all HTTP connections; no callback runs afterwards.
    func stop() {
        guard let daemon else { return }
        stopListening()
        isRunning = false
        // libmicrohttpd requires that none is suspended.
        for connection in connections.values { connection.exchange?.abort() }
        for watch in watches { poller.remove(watch) }
        watches = []
        MHD_stop_daemon(daemon)
        self.daemon = nil
        lingering.closeAll()
    }

    /// Reads and drops what a client still sends after its answer.
    func linger(_ connection: HTTPConnection) {
        guard !connection.isLingering else { return }
        connection.isLingering = true
        let copy = fcntl(connection.socket, F_DUPFD_CLOEXEC, 0)
        if copy >= 0 { lingering.add(copy) }
    }

    private var isPending: Bool {
        guard let daemon else { return false }
        var timeout: UInt64 = 0
        return hasResumed || (MHD_get_timeout(daemon, &timeout) == .YES && timeout == 0)
    }

    private func sweep(at now: Duration) {
        nextSweep = now + Self.sweepInterval
        lingering.sweep(at: now)
        for connection in connections.values where connection.isOverdue(at: now, timeLimits) {
            handler.note(.timedOut)
            connection.abort()
        }
        if let time = acceptsAgainAt, now >= time, isListening {
            acceptsAgainAt = nil
            if !listen() { acceptsAgainAt = now + .seconds(1) }
        }
    }
}

// MARK: - Accepting

extension HTTPServer {
    private func listen() -> Bool {
        listenWatch = poller.add(listener.descriptor, .readable) { [weak self] in self?.accept() }
        return listenWatch != nil
    }

    private func accept() {
        for _ in 0..<Self.acceptsAtOnce {
            switch listener.accept() {
            case .none: return
            case .exhausted:
                // The socket stays readable. Waiting for a second is better than a busy loop.
                if let listenWatch { poller.remove(listenWatch) }
                listenWatch = nil
                acceptsAgainAt = SystemClock.monotonic + .seconds(1)
                return
            case .accepted(let socket, let address): add(socket, address)
            }
        }
    }

    private func add(_ socket: Int32, _ address: PeerAddress) {
        guard let daemon, limits.add(address) else {
            handler.note(.refusedConnection)
            let refusal = Refusal(503, .unavailable, "The server has too many HTTP connections.")
            RawAnswer.send(HTTPAnswer(refusal: refusal), to: socket)
            shutdown(socket, Int32(SHUT_WR))
            lingering.add(socket)
            return
        }
        let connection = HTTPConnection(socket, address, self)
        incoming = connection
        // libmicrohttpd closes the socket, also when it refuses it.
        let isAdded = listener.address.withSocketAddress { name, length in
            MHD_add_connection(daemon, socket, name, length) == .YES
        }
        incoming = nil
        if isAdded != true { limits.remove(address) }
    }
}

// MARK: - Callbacks of libmicrohttpd

extension HTTPServer {
    private static func server(_ context: UnsafeMutableRawPointer?) -> HTTPServer? {
        context.map { Unmanaged<HTTPServer>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func exchange(_ slot: UnsafeMutableRawPointer?) -> HTTPExchange? {
        slot.map { Unmanaged<HTTPExchange>.fromOpaque($0).takeUnretainedValue() }
    }

    private static let notify: MHD_NotifyConnectionCallback = { context, handle, slot, event in
        guard let server = server(context), let handle, let slot else { return }
        if event == .CONNECTION_NOTIFY_STARTED {
            guard let connection = server.incoming else { return }
            connection.open(handle)
            server.connections[ObjectIdentifier(connection)] = connection
            slot.pointee = Unmanaged.passRetained(connection).toOpaque()
        } else if let known = slot.pointee {
            slot.pointee = nil
            let connection = Unmanaged<HTTPConnection>.fromOpaque(known).takeRetainedValue()
            connection.close()
            // libmicrohttpd closes the socket next, for example after a head that was too long.
            if server.isRunning, oyster_bytes_to_read(connection.socket) > 0 {
                server.linger(connection)
            }
            server.connections[ObjectIdentifier(connection)] = nil
            server.limits.remove(connection.address)
        }
    }

    private static let target:
        @convention(c) (
            UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?
        ) -> UnsafeMutableRawPointer? = { context, target, handle in
            guard let server = server(context), let handle, let target,
                let info = oyster_mhd_context(handle)
            else { return nil }
            let connection = Unmanaged<HTTPConnection>.fromOpaque(info).takeUnretainedValue()
            let text = String(validatingCString: target)
            let request = HTTPRequest(method: "", target: text.flatMap { RequestTarget($0) })
            let exchange = HTTPExchange(request, connection, server)
            connection.exchange = exchange
            return Unmanaged.passRetained(exchange).toOpaque()
        }

    private static let handle: MHD_AccessHandlerCallback = {
        context,
        handle,
        _,
        method,
        version,
        data,
        size,
        slot in
        guard let server = server(context), let handle, let size,
            let exchange = exchange(slot?.pointee)
        else { return .NO }
        if !exchange.hasHead {
            return exchange.begin(server.handler) { $0.readHead(handle, method, version) }
        }
        guard size.pointee > 0 else { return exchange.proceed(server.handler) }
        defer { size.pointee = 0 }
        return exchange.receive(UnsafeRawBufferPointer(start: data, count: size.pointee))
    }

    private static let complete: MHD_RequestCompletedCallback = { _, _, slot, _ in
        guard let known = slot?.pointee else { return }
        slot?.pointee = nil
        let exchange = Unmanaged<HTTPExchange>.fromOpaque(known).takeRetainedValue()
        exchange.finish()
        exchange.connection.unwatchPeer()
        exchange.connection.phase = .nextHead
    }
}
