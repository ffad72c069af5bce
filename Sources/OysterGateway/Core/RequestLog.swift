// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore
internal import HappyOysterPlatform

/// The newest requests of the API port, secrets included, for assertions.
struct RequestLog: Sendable {
    /// Of a longer body only the size is logged.
    private static let bodyLimit = 64 << 10

    private var entries = EntryLog()

    mutating func add(
        _ request: Request,
        route: String?,
        model: Model?,
        status: Int,
        requestId: String,
        at now: Timestamp
    ) {
        let entry: JSONValue = [
            "time": .string(now.iso), "timeMs": .integer(now.milliseconds),
            "requestId": .string(requestId), "method": .string(request.method),
            "route": JSONValue(route), "model": JSONValue(model?.rawValue),
            "path": .string(request.path), "query": Self.object(request.query),
            "headers": Self.object(request.headers.map { ($0.name.lowercased(), $0.value) }),
            "body": Self.body(of: request), "bodyBytes": JSONValue(request.body.count),
            // 0 when no response was sent.
            "status": JSONValue(status),
        ]
        entries.add(entry, key: route)
    }

    /// The entries, oldest first; `route` selects one route.
    func json(route: String?) -> JSONValue {
        ["requests": .array(entries.values(key: route)), "dropped": JSONValue(entries.dropped)]
    }

    /// The first of equal names counts, as in `Request.query(_:)`.
    private static func object(_ pairs: [(name: String, value: String)]) -> JSONValue {
        var object = JSONObject()
        for pair in pairs where object[pair.name] == nil { object[pair.name] = .string(pair.value) }
        return .object(object)
    }

    private static func body(of request: Request) -> JSONValue {
        guard !request.body.isEmpty, request.body.count <= bodyLimit else { return .null }
        if let json = request.json() { return json }
        // NUL is replaced like invalid UTF-8, since the JSON codec refuses it.
        let text = String(decoding: request.body, as: UTF8.self)
        return .string(String(text.unicodeScalars.map { $0 == "\0" ? "\u{FFFD}" : Character($0) }))
    }
}

/// The newest entries of a log, bounded in number and in bytes.
///
/// Entries are kept as JSON text: the value of a request takes several times the memory of its
/// text, and most entries are never read.
struct EntryLog: Sendable {
    private struct Entry: Sendable {
        let key: String?
        let text: [UInt8]
    }

    /// Older entries are dropped beyond this number.
    static let limit = 10_000
    /// Older entries are dropped beyond this many bytes of JSON.
    static let byteLimit = 16 << 20

    private var entries: [Entry] = []
    private var bytes = 0
    /// Number of entries dropped.
    private(set) var dropped = 0

    /// Adds an entry; readers can select entries by `key`.
    mutating func add(_ value: JSONValue, key: String?) {
        guard let text = JSONCodec.bytes(value) else {
            dropped += 1
            return
        }
        if entries.count >= Self.limit || bytes + text.count > Self.byteLimit {
            // Dropping a tenth at once keeps appending cheap.
            drop(max(1, entries.count / 10))
        }
        entries.append(Entry(key: key, text: text))
        bytes += text.count
    }

    private mutating func drop(_ number: Int) {
        bytes -= entries.prefix(number).reduce(0) { $0 + $1.text.count }
        dropped += min(number, entries.count)
        entries.removeFirst(min(number, entries.count))
    }

    /// The entries, oldest first; `key` selects entries.
    func values(key: String?) -> [JSONValue] {
        entries.filter { key == nil || $0.key == key }
            .compactMap { try? JSONCodec.parse($0.text) }
    }
}
