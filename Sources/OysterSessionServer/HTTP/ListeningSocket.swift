// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import CMicrohttpd
import Glibc

/// A listening TCP socket.
final class ListeningSocket {
    /// Why the socket cannot listen; a text for the operator.
    struct Failure: Error {
        let message: String
    }

    enum Accepted {
        case accepted(Int32, PeerAddress)
        /// There is no further client.
        case none
        /// The system has no descriptor or memory for another client.
        case exhausted
    }

    private(set) var descriptor: Int32
    /// The address with the port that the system selected.
    let address: ListenAddress

    init(_ wanted: ListenAddress) throws(Failure) {
        let family = wanted.host.contains(":") ? AF_INET6 : AF_INET
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        let descriptor = socket(family, type, 0)
        guard descriptor >= 0 else { throw Self.failure(wanted) }
        self.descriptor = descriptor
        Self.set(descriptor, SOL_SOCKET, SO_REUSEADDR, 1)
        let isBound = wanted.withSocketAddress { bind(descriptor, $0, $1) == 0 } ?? false
        guard isBound, listen(descriptor, SOMAXCONN) == 0, let port = Self.port(descriptor) else {
            let failure = Self.failure(wanted)
            Glibc.close(descriptor)
            throw failure
        }
        address = ListenAddress(host: wanted.host, port: port)
    }

    deinit { close() }

    func close() {
        if descriptor >= 0 { Glibc.close(descriptor) }
        descriptor = -1
    }

    /// Accepts the next client.
    func accept() -> Accepted {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        let flags = Int32(SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        while true {
            let client = withUnsafeMutableBytes(of: &storage) { bytes in
                oyster_accept4(
                    descriptor,
                    bytes.assumingMemoryBound(to: sockaddr.self).baseAddress,
                    &length,
                    flags
                )
            }
            if client >= 0 {
                Self.configure(client)
                return .accepted(client, PeerAddress(&storage))
            }
            switch errno {
            case EINTR, ECONNABORTED: continue
            case EMFILE, ENFILE, ENOBUFS, ENOMEM: return .exhausted
            default: return .none
            }
        }
    }

    /// A client that vanishes without a word is found within a minute, and no client makes the
    /// system keep more than about 256 KiB.
    private static func configure(_ client: Int32) {
        set(client, SOL_SOCKET, SO_KEEPALIVE, 1)
        set(client, Int32(IPPROTO_TCP), TCP_KEEPIDLE, 30)
        set(client, Int32(IPPROTO_TCP), TCP_KEEPINTVL, 10)
        set(client, Int32(IPPROTO_TCP), TCP_KEEPCNT, 3)
        set(client, Int32(IPPROTO_TCP), TCP_USER_TIMEOUT, 30_000)
        set(client, SOL_SOCKET, SO_SNDBUF, 128 << 10)
    }

    private static func set(_ socket: Int32, _ level: Int32, _ option: Int32, _ value: Int32) {
        var value = value
        setsockopt(socket, level, option, &value, socklen_t(MemoryLayout<Int32>.size))
    }

    private static func port(_ descriptor: Int32) -> UInt16? {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutableBytes(of: &storage) { bytes in
            let name = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
            guard let name, getsockname(descriptor, name, &length) == 0 else { return nil }
            // The port stands at the same place for both families.
            return UInt16(bytes[2]) << 8 | UInt16(bytes[3])
        }
    }

    private static func failure(_ address: ListenAddress) -> Failure {
        Failure(message: "cannot listen on \(address.text): \(String(cString: strerror(errno)))")
    }
}
