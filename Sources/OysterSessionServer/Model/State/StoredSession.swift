// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// A session that has connections.
package struct StoredSession: Equatable, Sendable {
    package var connections: [String: StoredConnection] = [:]
    /// In the order in which they were published.
    package var streams: [StoredStream] = []
    /// A moderator muted all streams; streams that are published now start muted.
    package var isMuteForced = false

    /// The index of a stream.
    func index(of stream: String) -> Int? { streams.firstIndex { $0.id == stream } }

    /// What a connection needs to know of the session before event number `upTo + 1`.
    func snapshot(for connection: String, upTo: Int, isComplete: Bool) -> JSONValue {
        let others = connections.values.filter { $0.isVisible && $0.id != connection }
        let sorted = others.sorted { ($0.createdAtMs, $0.id) < ($1.createdAtMs, $1.id) }
        return [
            "upTo": JSONValue(upTo),
            "complete": .bool(isComplete),
            "connections": .array(sorted.map(\.json)),
            "streams": .array(streams.filter { $0.connection != connection }.map(json)),
            "muteForced": ["active": .bool(isMuteForced)],
        ]
    }

    /// A stream as in events.
    func json(_ stream: StoredStream) -> JSONValue {
        [
            "id": .string(stream.id),
            "name": .string(stream.name),
            "connection": connections[stream.connection]?.json ?? .null,
            "createdAt": .string(ISO8601.fullText(milliseconds: stream.createdAtMs)),
            "hasAudio": .bool(stream.properties.hasAudio),
            "hasVideo": .bool(stream.properties.hasVideo),
            "width": JSONValue(stream.properties.width),
            "height": JSONValue(stream.properties.height),
            "videoType": .string(stream.properties.videoType.rawValue),
        ]
    }
}
