// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
import HappyOysterPlatform

/// A request that a ``ScriptedTransport`` was asked to send.
package struct SentRequest: Sendable {
    package let id: Int
    package let request: HTTPRequest
    /// When it was sent, on the loop's clock.
    package let time: Duration

    init(id: Int, request: HTTPRequest, at time: Duration) {
        self.id = id
        self.request = request
        self.time = time
    }

    /// The endpoint, such as `travels/status`.
    package var route: String {
        let path = request.url.prefix { $0 != "?" }
        let parts = path.split(separator: "/").map(String.init)
        guard let version = parts.lastIndex(of: "v1") else { return String(path) }
        return parts[(version + 1)...].joined(separator: "/")
    }

    /// The query's names and values, still encoded.
    package var query: [String: String] {
        guard let mark = request.url.firstIndex(of: "?") else { return [:] }
        let pairs = request.url[request.url.index(after: mark)...].split(separator: "&")
        return pairs.reduce(into: [:]) { query, pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            query[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
        }
    }

    package var body: JSONValue? { request.body.flatMap { try? JSONCodec.parse($0, .exact) } }

    package func header(_ name: String) -> String? {
        request.headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }
}
