// SPDX-License-Identifier: Apache-2.0

/// The origin of the service: scheme, host, port.
package struct ServiceAddress: Equatable, Sendable {
    /// `https://host[:port]`, or `http://` for loopback.
    package let origin: String
    /// Whether the host is this machine by its name or address.
    package let isLoopback: Bool

    /// Why a text is not an address, without the text: it may contain a password.
    package struct Problem: Error {
        package let text: String
    }

    /// Reads `host[:port]`, `https://host[:port]`, or `http://` with a loopback host.
    ///
    /// A path, a user name or a blank makes the text invalid.
    package init(_ text: String) throws(Problem) {
        guard !text.isEmpty else { throw Problem(text: "is blank") }
        var rest = Substring(text)
        var scheme = "https://"
        if let separator = text.firstRangeOfSchemeSeparator {
            scheme = text[..<separator.upperBound].lowercased()
            rest = text[separator.upperBound...]
        }
        guard scheme == "https://" || scheme == "http://" else {
            throw Problem(text: "has a scheme other than https or http")
        }
        let authority = rest.prefix { $0 != "/" }
        let parts = ServiceAddress.split(authority)
        isLoopback = parts.map { ServiceAddress.isLoopback($0.host) } ?? false
        guard scheme == "https://" || isLoopback || parts == nil else {
            throw Problem(text: "uses http, which is for loopback only; use https")
        }
        guard authority.endIndex == rest.endIndex else {
            throw Problem(text: "has a path; use a host, or a URL without a path")
        }
        guard let (host, port) = parts else {
            throw Problem(text: "is not a host with an optional port")
        }
        origin = scheme + host + (port.map { ":\($0)" } ?? "")
    }

    /// Reads an address as people write it: blanks around it and a slash at its end are ignored.
    package init(configured text: String) throws(Problem) {
        try self.init(ServiceAddress.trimmed(text))
    }

    private static func trimmed(_ text: String) -> String {
        var bytes = Substring(text).utf8
        while let last = bytes.last, isBlank(last) { bytes.removeLast() }
        while let first = bytes.first, isBlank(first) { bytes.removeFirst() }
        if bytes.last == UInt8(ascii: "/") { bytes.removeLast() }
        return String(Substring(bytes))
    }

    package var isTLS: Bool { origin.hasPrefix("https:") }

    private static func isBlank(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }

    private static func split(_ text: Substring) -> (host: String, port: Int?)? {
        guard (1...255).contains(text.utf8.count) else { return nil }
        let host: Substring
        let tail: Substring
        if text.first == "[" {
            guard let close = text.firstIndex(of: "]") else { return nil }
            host = text[...close]
            tail = text[text.index(after: close)...]
            let inside = host.dropFirst().dropLast()
            guard !inside.isEmpty, inside.utf8.allSatisfy(isIPv6Byte) else { return nil }
        } else {
            let colon = text.firstIndex(of: ":") ?? text.endIndex
            host = text[..<colon]
            tail = text[colon...]
            guard isName(host) else { return nil }
        }
        if tail.isEmpty { return (String(host), nil) }
        guard tail.first == ":", tail.utf8.count <= 6,
            tail.dropFirst().utf8.allSatisfy({ (48...57).contains($0) }),
            let port = Int(tail.dropFirst()), (1...65_535).contains(port)
        else { return nil }
        return (String(host), port)
    }

    private static func isName(_ host: Substring) -> Bool {
        let labels = host.split(separator: ".", omittingEmptySubsequences: false)
        return labels.allSatisfy { label in
            !label.isEmpty && label.utf8.count <= 63 && label.utf8.first != 45
                && label.utf8.last != 45 && label.utf8.allSatisfy(isNameByte)
        }
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...57, 65...90, 97...122, 45, 95: true
        default: false
        }
    }

    private static func isIPv6Byte(_ byte: UInt8) -> Bool {
        switch byte {
        case 48...58, 65...70, 97...102, 46: true
        default: false
        }
    }

    /// `localhost`, `127.x.y.z`, `[::1]`.
    private static func isLoopback(_ host: String) -> Bool {
        let name = host.lowercased()
        if name == "localhost" || name == "[::1]" { return true }
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { UInt8($0) != nil && $0.utf8.count <= 3 }
    }
}

extension String {
    /// The range of the first `://`.
    fileprivate var firstRangeOfSchemeSeparator: Range<Index>? {
        var start = startIndex
        while let colon = self[start...].firstIndex(of: ":") {
            if self[colon...].hasPrefix("://") {
                return colon..<index(colon, offsetBy: 3)
            }
            start = index(after: colon)
        }
        return nil
    }
}

/// A URL that the library may request: `https://`, or `http://` on loopback, with path and query.
package struct ServiceURL: Equatable, Sendable {
    /// Longest URL, in bytes.
    package static let limit = 8192

    /// The URL as it is sent, with its scheme in small letters.
    package let text: String

    /// Host, port and path, without scheme and query.
    package var hostAndPath: String {
        let rest = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)[2]
        return String(rest.prefix { $0 != "?" })
    }

    /// Reads a URL whose origin is that of a ``ServiceAddress``; the scheme is required.
    ///
    /// A user name, a fragment, or anything but printable ASCII without blanks makes it invalid.
    package init?(_ text: String) {
        guard text.utf8.count <= ServiceURL.limit,
            text.utf8.allSatisfy({ (33...126).contains($0) && $0 != 35 })
        else { return nil }
        let parts = text.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, parts[0].last == ":", parts[1].isEmpty else { return nil }
        let authority = parts[2].prefix { $0 != "/" && $0 != "?" }
        guard let address = try? ServiceAddress("\(parts[0])//\(authority)") else { return nil }
        self.text = address.origin + parts[2].dropFirst(authority.count)
    }
}
