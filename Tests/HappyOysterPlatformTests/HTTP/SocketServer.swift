// SPDX-License-Identifier: Apache-2.0
import Glibc
import HappyOysterTestSupport
import HappyOysterThreading
import Synchronization

/// A bare TCP server on loopback; each connection is served by a closure on its own thread.
final class SocketServer: Sendable {
    let port: UInt16
    private let listener: Int32
    private let count = Counter()

    /// Connections accepted so far.
    var accepted: Int { count.value }
    var url: String { "http://127.0.0.1:\(port)/" }

    init(_ serve: @escaping @Sendable (Peer) -> Void) throws {
        let listener = socket(
            AF_INET,
            Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue),
            0
        )
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                bind(listener, pointer, length) == 0 && listen(listener, 512) == 0
                    && getsockname(listener, pointer, &length) == 0
            }
        }
        guard isListening else { throw SocketFailure() }
        port = UInt16(bigEndian: address.sin_port)
        self.listener = listener
        let count = count
        _ = SystemThread.start("test-server") {
            while true {
                let connection = accept(listener, nil, nil)
                guard connection >= 0 else {
                    // Closed here and not in `deinit`: while this thread may call accept, the
                    // number must not be given to a socket of another test.
                    close(listener)
                    return
                }
                _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
                count.add()
                _ = SystemThread.start("test-peer") {
                    serve(Peer(descriptor: connection))
                    close(connection)
                }
            }
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }

    /// A server that answers each connection once.
    static func answering(_ answer: String, _ seen: Recorder<String>? = nil) throws -> SocketServer
    {
        try SocketServer { peer in
            let request = peer.readRequest()
            seen?.add(request)
            peer.write(answer)
        }
    }
}

struct SocketFailure: Error {}

/// The server's end of a connection.
struct Peer: Sendable {
    let descriptor: Int32

    /// Reads up to the end of the headers, and the body that they announce.
    func readRequest() -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        var wanted: Int?
        while wanted.map({ bytes.count < $0 }) ?? true {
            let count = recv(descriptor, &buffer, buffer.count, 0)
            guard count > 0 else { break }
            bytes += buffer.prefix(count)
            if wanted == nil, let end = bytes.headersEnd {
                let headers = String(decoding: bytes.prefix(end), as: UTF8.self)
                wanted = end + (headers.contentLength ?? 0)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Writes everything; false when the other side is gone.
    @discardableResult func write(_ text: String) -> Bool { write(Array(text.utf8)) }

    @discardableResult func write(_ bytes: [UInt8]) -> Bool {
        var start = 0
        while start < bytes.count {
            let written = bytes[start...].withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            guard written > 0 else { return false }
            start += written
        }
        return true
    }

    /// Waits until the other side has closed.
    func waitForEnd() {
        var byte: UInt8 = 0
        while recv(descriptor, &byte, 1, 0) > 0 {}
    }

    /// Makes the next close a reset.
    func reset() {
        var option = linger(l_onoff: 1, l_linger: 0)
        setsockopt(
            descriptor,
            SOL_SOCKET,
            SO_LINGER,
            &option,
            socklen_t(MemoryLayout<linger>.size)
        )
    }
}

extension [UInt8] {
    /// Where the headers of a request end.
    fileprivate var headersEnd: Int? {
        let mark = Array("\r\n\r\n".utf8)
        return indices.first { self[$0...].starts(with: mark) }.map { $0 + mark.count }
    }
}

extension String {
    fileprivate var contentLength: Int? {
        for line in split(whereSeparator: \.isNewline) {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2, parts[0].lowercased() == "content-length" else { continue }
            return Int(parts[1].filter(\.isNumber))
        }
        return nil
    }
}
