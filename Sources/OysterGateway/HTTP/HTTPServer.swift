// SPDX-License-Identifier: Apache-2.0
internal import CMicrohttpd
internal import HappyOysterThreading

/// An HTTP server on a loopback port.
final class HTTPServer: Sendable {
    /// What the server allows its clients.
    struct Limits {
        /// Most connections at once, including hanging ones; further ones wait.
        var connections: UInt32 = 512
        /// Seconds after which a connection without traffic is closed; a delayed or hanging response
        /// does not count.
        var idleSeconds: UInt32 = 60
    }

    let answer: @Sendable (Request) -> Response
    /// The headers to add to each response.
    let headers: @Sendable (Request) -> [(name: String, value: String)]
    /// Called for each request with its response and duration.
    let log: (@Sendable (Request, Response, Duration) -> Void)?
    private let suspended = SuspendedConnections()
    private let epochs = Condition(0)
    private let daemon = Condition<OpaquePointer?>(nil)

    /// Starts the server; port 0 selects a free one.
    init(
        port: UInt16,
        limits: Limits = Limits(),
        headers: @escaping @Sendable (Request) -> [(name: String, value: String)] = { _ in [] },
        log: (@Sendable (Request, Response, Duration) -> Void)? = nil,
        answer: @escaping @Sendable (Request) -> Response
    ) throws {
        self.answer = answer
        self.headers = headers
        self.log = log
        let started = oyster_mhd_start(
            port,
            limits.connections,
            limits.idleSeconds,
            Self.handle,
            Self.complete,
            Unmanaged.passUnretained(self).toOpaque()
        )
        guard let started else { throw GatewayError.cannotListen(port: port) }
        daemon.withLock { $0 = started }
    }

    deinit { stop() }

    var port: UInt16 { daemon.withLock { $0.map(oyster_mhd_port) ?? 0 } }

    /// Number of calls of `releaseHanging`.
    var epoch: Int { epochs.withLock { $0 } }

    /// Closes the hanging connections.
    func releaseHanging() { epochs.withLock { $0 += 1 } }

    /// Closes all connections; no callback runs afterwards.
    func stop() {
        guard let daemon = daemon.withLock({ $0.take() }) else { return }
        suspended.close()
        MHD_stop_daemon(daemon)
    }
}

extension HTTPServer {
    private static let handle: MHD_AccessHandlerCallback = {
        context,
        connection,
        url,
        method,
        _,
        data,
        size,
        slot in
        guard let context, let connection, let size, let slot else { return .NO }
        let server = Unmanaged<HTTPServer>.fromOpaque(context).takeUnretainedValue()
        guard let known = slot.pointee else {
            guard let request = Request(connection, url, method) else { return .NO }
            let exchange = HTTPExchange(request, connection, server.suspended)
            slot.pointee = Unmanaged.passRetained(exchange).toOpaque()
            return .YES
        }
        let exchange = Unmanaged<HTTPExchange>.fromOpaque(known).takeUnretainedValue()
        guard size.pointee > 0 else { return exchange.proceed(server) }
        exchange.receive(UnsafeRawBufferPointer(start: data, count: size.pointee))
        size.pointee = 0
        return .YES
    }

    private static let complete: MHD_RequestCompletedCallback = { _, _, slot, _ in
        guard let known = slot?.pointee else { return }
        slot?.pointee = nil
        Unmanaged<HTTPExchange>.fromOpaque(known).release()
    }
}

extension Request {
    /// Reads the head of a request; nil when it is not UTF-8.
    fileprivate init?(
        _ connection: OpaquePointer,
        _ url: UnsafePointer<CChar>?,
        _ method: UnsafePointer<CChar>?
    ) {
        guard let url, let method, let path = String(validatingCString: url),
            let method = String(validatingCString: method),
            let query = Self.pairs(connection, .GET_ARGUMENT_KIND),
            let headers = Self.pairs(connection, .HEADER_KIND)
        else { return nil }
        self.init(method: method, path: path, query: query, headers: headers)
    }

    private final class Pairs {
        var all: [(name: String, value: String)] = []
        var isValid = true
    }

    private static func pairs(
        _ connection: OpaquePointer,
        _ kind: MHD_ValueKind
    ) -> [(name: String, value: String)]? {
        let pairs = Pairs()
        MHD_get_connection_values(
            connection,
            kind,
            { context, _, name, value in
                guard let context, let name else { return .YES }
                let pairs = Unmanaged<Pairs>.fromOpaque(context).takeUnretainedValue()
                let text = value.map { String(validatingCString: $0) } ?? ""
                guard let text, let name = String(validatingCString: name) else {
                    pairs.isValid = false
                    return .NO
                }
                pairs.all.append((name, text))
                return .YES
            },
            Unmanaged.passUnretained(pairs).toOpaque()
        )
        return pairs.isValid ? pairs.all : nil
    }
}
