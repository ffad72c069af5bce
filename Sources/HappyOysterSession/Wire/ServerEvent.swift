// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// The place of an event in the event stream: `<epoch>-<number>`.
package struct EventPosition: Equatable, Sendable {
    package let epoch: String
    package let number: Int

    package init(epoch: String, number: Int) {
        self.epoch = epoch
        self.number = number
    }

    package init?(_ text: String) {
        guard let dash = text.lastIndex(of: "-"), SessionText.isId(String(text[..<dash])) else {
            return nil
        }
        let digits = text[text.index(after: dash)...]
        guard (1...16).contains(digits.utf8.count),
            digits.utf8.allSatisfy({ (48...57).contains($0) }), let number = Int(digits)
        else { return nil }
        epoch = String(text[..<dash])
        self.number = number
    }

    package var text: String { "\(epoch)-\(number)" }
}

/// An event of the session server.
package enum ServerEvent: Equatable, Sendable {
    case connectionCreated(SessionConnection)
    case connectionDestroyed(SessionConnection, OysterSessionReason)
    case streamCreated(SessionStream)
    case streamDestroyed(SessionStream, OysterSessionReason)
    case streamChanged(SessionStream)
    /// With the sender's request number, if the server stated it.
    case signal(ReceivedSignal, number: Int?)
    case muteForced(isActive: Bool)
    case archiveStarted(id: String, name: String?)
    case archiveStopped(id: String)
    case snapshot(SessionSnapshot)
    case disconnected(OysterSessionReason)
    /// A type that has no meaning here.
    case ignored
    /// A known type whose data cannot be read.
    case unreadable(type: String)
}

extension ServerEvent {
    /// Reads the data of an event.
    package init(type: String, data: [UInt8]) {
        let value = (try? JSONCodec.parse(data, .lenient))?.objectValue
        self = ServerEvent(type: type, data: value ?? JSONObject())
    }

    init(type: String, data: JSONObject) {
        self = ServerEvent.read(type, data) ?? .unreadable(type: type)
    }

    /// Nil for data that cannot be read.
    private static func read(_ type: String, _ data: JSONObject) -> ServerEvent? {
        switch type {
        case "connectionCreated":
            return SessionConnection(data["connection"]).map(ServerEvent.connectionCreated)
        case "connectionDestroyed":
            return SessionConnection(data["connection"]).map {
                .connectionDestroyed($0, OysterSessionReason(data["reason"]))
            }
        case "streamCreated": return SessionStream(data["stream"]).map(ServerEvent.streamCreated)
        case "streamDestroyed":
            return SessionStream(data["stream"]).map {
                .streamDestroyed($0, OysterSessionReason(data["reason"]))
            }
        case "streamChanged": return SessionStream(data["stream"]).map(ServerEvent.streamChanged)
        case "signal": return signal(data)
        case "muteForced": return data["active"]?.boolValue.map { .muteForced(isActive: $0) }
        case "archiveStarted":
            return data.id("id").map { .archiveStarted(id: $0, name: data.text("name")) }
        case "archiveStopped": return data.id("id").map { .archiveStopped(id: $0) }
        case "snapshot": return SessionSnapshot(data).map(ServerEvent.snapshot)
        case "disconnected": return .disconnected(OysterSessionReason(data["reason"]))
        default: return .ignored
        }
    }

    /// A signal whose text cannot be kept is unreadable: a part of it would be another signal.
    private static func signal(_ data: JSONObject) -> ServerEvent? {
        let sender = SessionConnection(data["from"])
        let (type, text) = (data.text("type"), data.text("data"))
        guard type != nil || data.isAbsent("type"), text != nil || data.isAbsent("data"),
            sender != nil || data.isAbsent("from")
        else { return nil }
        let signal = ReceivedSignal(type: type, data: text, from: sender)
        return .signal(signal, number: data.number("number"))
    }
}

/// What a session holds: who is connected, what they publish, and whether streams are muted.
package struct SessionSnapshot: Equatable, Sendable {
    /// The last event of its epoch that is part of it; absent in a `snapshot` event.
    package var upTo = 0
    /// Whether what is missing here is over.
    package var isComplete = true
    package var connections: [SessionConnection] = []
    package var streams: [SessionStream] = []
    package var isMuteForced = false

    package init() {}

    /// Nil unless the lists are there and every element can be read.
    init?(_ object: JSONObject) {
        guard let connections = object["connections"]?.arrayValue,
            let streams = object["streams"]?.arrayValue
        else { return nil }
        self.connections = connections.compactMap { SessionConnection($0) }
        self.streams = streams.compactMap { SessionStream($0) }
        guard self.connections.count == connections.count, self.streams.count == streams.count
        else { return nil }
        upTo = object.number("upTo") ?? 0
        isComplete = object["complete"]?.boolValue ?? true
        isMuteForced = object["muteForced"]?["active"]?.boolValue ?? false
    }
}
