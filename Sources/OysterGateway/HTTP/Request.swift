// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore
internal import HappyOysterPlatform

/// An HTTP request.
struct Request: Sendable {
    var method: String
    var path: String
    var query: [(name: String, value: String)] = []
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []
    /// The body was longer than `bodyLimit`; the rest of it was dropped.
    var isTooLarge = false

    /// The longest body that is read.
    ///
    /// A `POST worlds` body may hold a first frame and six images of almost 6 MiB, each a third
    /// longer in base64. A larger image must fit, too, so that `ImageRule` refuses it.
    var bodyLimit: Int { path.hasSuffix("/worlds") ? 72 << 20 : 8 << 20 }

    func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    func query(_ name: String) -> String? { query.first { $0.name == name }?.value }

    /// The body as JSON, nil when it is invalid.
    func json(_ rule: JSONReader.Rule = .exact) -> JSONValue? {
        var limits = JSONLimits()
        limits.bytes = bodyLimit
        limits.stringBytes = bodyLimit
        // The value may be repeated inside a response, which has a depth limit of its own.
        limits.depth = 32
        return try? JSONCodec.parse(body, rule, limits: limits)
    }
}

extension Request {
    /// The key of the `Authorization` header, nil when there is none.
    var bearer: String? {
        let prefix = "Bearer "
        guard let header = header("Authorization"), header.hasPrefix(prefix) else { return nil }
        return String(header.dropFirst(prefix.count))
    }

    /// The content type in lower case, without its parameters.
    var mediaType: String {
        let type = header("Content-Type")?.lowercased() ?? ""
        return String(type.prefix { $0 != ";" && $0 != " " })
    }
}
