// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The newest requests of the API port, secrets included, for assertions.
struct RequestLog: Sendable {
    /// A longer body is logged by its size alone.
    private static let bodyLimit = 64 << 10

    private var entries = EntryLog()

    mutating func add(
        _ request: Request,
        route: String?,
        model: Model?,
        status: Int,
        requestId: String,
        at now: Moment
    ) {
        let entry: JSONValue = [
            "time": .string(now.iso), "timeMs": .integer(now.milliseconds),
            "requestId": .string(requestId), "method": .string(request.method),
            "route": JSONValue(route), "model": JSONValue(model?.rawValue),
            "path": .string(request.path), "query": Self.object(request.query),
            "headers": Self.object(request.headers.map { ($0.name.lowercased(), $0.value) }),
            "body": Self.body(of: request), "bodyBytes": JSONValue(request.body.count),
            // What was sent, or 0 when nothing was.
            "status": JSONValue(status),
        ]
        entries.add(entry, key: route)
    }

    /// The entries, of one route when given, oldest first.
    func json(route: String?) -> JSONValue {
        ["requests": .array(entries.values(key: route)), "dropped": JSONValue(entries.dropped)]
    }

    /// Of names that come twice the first one counts, as for the routes.
    private static func object(_ pairs: [(name: String, value: String)]) -> JSONValue {
        var object = JSONObject()
        for pair in pairs where object[pair.name] == nil { object[pair.name] = .string(pair.value) }
        return .object(object)
    }

    private static func body(of request: Request) -> JSONValue {
        guard !request.body.isEmpty, request.body.count <= bodyLimit else { return .null }
        if let json = request.json() { return json }
        // JSON cannot carry every character here: NUL is replaced like broken UTF-8.
        let text = String(decoding: request.body, as: UTF8.self)
        return .string(String(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : Character($0) }))
    }
}
