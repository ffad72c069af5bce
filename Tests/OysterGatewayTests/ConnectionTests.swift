// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterTestSupport
import Testing

@testable import OysterGateway

/// HTTP connections that clients open and leave alone.
@Suite(.blocking) struct ConnectionTests {
    /// A TCP connection without a complete request.
    private final class Idle {
        private let descriptor: Int32

        init(port: UInt16) throws {
            descriptor = socket(
                AF_INET,
                Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue),
                0
            )
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
            let result = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            if result != 0 { throw Refused(error: errno) }
        }

        deinit { close(descriptor) }

        /// Sends a text, which fits the socket's buffer.
        func send(_ text: String) { _ = Glibc.send(descriptor, text, text.utf8.count, 0) }

        /// Waits at most 60 s until the server closes the connection.
        func isClosed() -> Bool {
            var poll = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            var byte: UInt8 = 0
            return Glibc.poll(&poll, 1, 60_000) == 1 && recv(descriptor, &byte, 1, 0) <= 0
        }

        struct Refused: Error { let error: Int32 }
    }

    private func status(_ server: HTTPServer) throws -> Int {
        var request = BlockingRequest("GET", "http://127.0.0.1:\(server.port)/")
        request.timeoutMs = 60_000
        return try request.perform().status
    }

    private func answer(_ request: Request) -> Response { Response(status: 204, body: []) }

    @Test func `a server answers after more clients than its limit have closed`() throws {
        // Without a limit of idle time, which would hide a connection that is left open.
        let limits = HTTPServer.Limits(connections: 16, idleSeconds: 0)
        let server = try HTTPServer(port: 0, limits: limits, answer: answer)
        defer { server.stop() }
        for _ in 0..<8 {
            let clients = try (0..<24).map { _ in try Idle(port: server.port) }
            for client in clients.prefix(12) { client.send("GET / HT") }
        }
        #expect(try status(server) == 204)
    }

    @Test func `an idle connection is closed after the time limit and makes room for another`()
        throws
    {
        let limits = HTTPServer.Limits(connections: 2, idleSeconds: 1)
        let server = try HTTPServer(port: 0, limits: limits, answer: answer)
        defer { server.stop() }
        let idle = try (0..<2).map { _ in try Idle(port: server.port) }
        #expect(try status(server) == 204)
        for connection in idle { #expect(connection.isClosed()) }
    }

    @Test func `a response that is delayed longer than the idle limit arrives`() throws {
        let limits = HTTPServer.Limits(connections: 2, idleSeconds: 1)
        let server = try HTTPServer(port: 0, limits: limits) { _ in
            var response = Response(status: 204, body: [])
            response.delay = .seconds(3)
            return response
        }
        defer { server.stop() }
        #expect(try status(server) == 204)
    }
}
