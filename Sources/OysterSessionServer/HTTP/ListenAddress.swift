// SPDX-License-Identifier: Apache-2.0
import CMicrohttpd
import Glibc

/// A numeric address and a port: `127.0.0.1:8090`, `[::1]:8090`.
package struct ListenAddress: Equatable, Sendable {
    /// The address without brackets.
    package let host: String
    package let port: UInt16

    package init(host: String, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// Reads `ADDRESS:PORT`; nil when it is something else.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":") else { return nil }
        let digits = text[text.index(after: colon)...]
        guard !digits.isEmpty, digits.utf8.allSatisfy({ (48...57).contains($0) }),
            let port = UInt16(digits)
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            host = host.dropFirst().dropLast()
            guard host.contains(":") else { return nil }
        } else if host.contains(":") {
            return nil
        }
        self.init(host: String(host), port: port)
        guard isNumeric else { return nil }
    }

    /// The text that the initialiser reads.
    package var text: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Whether a client reaches the address on this machine only.
    package var isLoopback: Bool { host == "::1" || host.hasPrefix("127.") }

    /// Whether the system understands the address without a name server.
    var isNumeric: Bool { withSocketAddress { _, _ in true } ?? false }

    /// Calls a function with the address as the system needs it; nil when it is not numeric.
    func withSocketAddress<Result>(
        _ body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result? {
        if host.contains(":") {
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            guard inet_pton(AF_INET6, host, &address.sin6_addr) == 1 else { return nil }
            return Self.pass(&address, to: body)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        guard inet_pton(AF_INET, host, &address.sin_addr) == 1 else { return nil }
        return Self.pass(&address, to: body)
    }

    private static func pass<Address, Result>(
        _ address: inout Address,
        to body: (UnsafePointer<sockaddr>, socklen_t) -> Result
    ) -> Result? {
        withUnsafeBytes(of: &address) { bytes in
            let length = socklen_t(bytes.count)
            return bytes.assumingMemoryBound(to: sockaddr.self).baseAddress.map { body($0, length) }
        }
    }
}

/// The address of a client, in the form in which its HTTP connections are counted.
struct PeerAddress: Hashable {
    /// Four bytes of IPv4, or the first eight of IPv6: one subscriber of a provider has them all.
    private let bytes: [UInt8]

    init(bytes: [UInt8]) { self.bytes = bytes }

    init(_ storage: inout sockaddr_storage) {
        bytes = withUnsafeBytes(of: &storage) { raw in
            switch Int32(raw.loadUnaligned(as: sa_family_t.self)) {
            case AF_INET:
                Array(raw[4..<8])
            case AF_INET6:
                PeerAddress.counted(Array(raw[8..<24]))
            default:
                []
            }
        }
    }

    /// The counted part of 16 bytes; IPv4 in the form of IPv6 counts as IPv4.
    static func counted(_ address: [UInt8]) -> [UInt8] {
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        return address.starts(with: mapped) ? Array(address[12...]) : Array(address.prefix(8))
    }
}
