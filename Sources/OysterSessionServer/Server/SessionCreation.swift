// SPDX-License-Identifier: Apache-2.0
internal import CLinux
internal import CMicrohttpd
import Glibc
package import HappyOysterCore

/// Asks a running server for a session, as an operator's program.
package enum SessionCreation {
    private static let timeout = 10
    private static let longestAnswer = 64 << 10

    /// Returns the id of a new session.
    package static func create(
        at api: String,
        token: Secret,
        isEncrypted: Bool,
        hasHardMute: Bool
    ) throws(SettingsError) -> String {
        guard let (host, port) = address(api) else {
            throw SettingsError("--api: must be http://HOST:PORT")
        }
        let options: JSONValue = ["encrypted": .bool(isEncrypted), "hardMute": .bool(hasHardMute)]
        let body = JSONCodec.bytes(options) ?? []
        let name = host.contains(":") ? "[\(host)]" : host
        let head =
            "POST /v1/sessions HTTP/1.1\r\nHost: \(name):\(port)\r\nConnection: close\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(body.count)\r\n"
            + "Authorization: Bearer \(token.exposed)\r\n\r\n"
        let answer = try exchange(Array(head.utf8) + body, host, port)
        guard let split = answer.firstRange(of: Array("\r\n\r\n".utf8)),
            let value = try? JSONCodec.parse(Array(answer[split.upperBound...]))
        else { throw SettingsError("\(api) did not answer as a session server does") }
        guard let id = value["sessionId"]?.stringValue else {
            let message = value["error"]?["message"]?.stringValue
            throw SettingsError("the server refuses: \(message ?? "no reason")")
        }
        return id
    }

    /// Host and port of an address such as `http://127.0.0.1:8090`.
    static func address(_ api: String) -> (host: String, port: String)? {
        guard api.hasPrefix("http://") else { return nil }
        var text = api.dropFirst("http://".count)
        if text.hasSuffix("/") { text = text.dropLast() }
        guard !text.contains("/"), let colon = text.lastIndex(of: ":"),
            let port = UInt16(text[text.index(after: colon)...])
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        return host.isEmpty ? nil : (String(host), String(port))
    }

    private static func exchange(
        _ request: [UInt8],
        _ host: String,
        _ port: String
    ) throws(SettingsError) -> [UInt8] {
        let socket = try connect(host, port)
        defer { close(socket) }
        guard FileText.writeAll(request, to: socket) else {
            throw SettingsError("\(host):\(port) does not read the request")
        }
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while answer.count < longestAnswer {
            let count = read(socket, &buffer, buffer.count)
            guard count >= 0 else { throw SettingsError("\(host):\(port) does not answer") }
            if count == 0 { break }
            answer += buffer[..<count]
        }
        return answer
    }

    private static func connect(_ host: String, _ port: String) throws(SettingsError) -> Int32 {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, port, &hints, &found) == 0 else {
            throw SettingsError("--api: the host \(host) is unknown")
        }
        defer { freeaddrinfo(found) }
        var next = found
        while let entry = next?.pointee {
            next = entry.ai_next
            let socket = Glibc.socket(entry.ai_family, entry.ai_socktype, entry.ai_protocol)
            guard socket >= 0 else { continue }
            var limit = timeval(tv_sec: timeout, tv_usec: 0)
            let size = socklen_t(MemoryLayout<timeval>.size)
            setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
            setsockopt(socket, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
            if Glibc.connect(socket, entry.ai_addr, entry.ai_addrlen) == 0 { return socket }
            close(socket)
        }
        throw SettingsError("no server accepts at \(host):\(port)")
    }
}
