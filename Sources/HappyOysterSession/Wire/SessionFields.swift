// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

/// Reads the fields of the session server's answers and events.
extension JSONObject {
    /// Longest text that is kept, in bytes.
    private static let longestText = 8192

    /// An id, or nil when there is none that can be used in a URL.
    func id(_ key: String) -> String? {
        self[key]?.stringValue.flatMap { SessionText.isId($0) ? $0 : nil }
    }

    /// A text of at most 8192 bytes.
    func text(_ key: String) -> String? {
        self[key]?.stringValue.flatMap { $0.utf8.count <= JSONObject.longestText ? $0 : nil }
    }

    /// Whether a member is missing or null.
    func isAbsent(_ key: String) -> Bool { self[key]?.isNull ?? true }

    /// A member that is not null.
    func present(_ key: String) -> JSONValue? {
        guard let value = self[key], !value.isNull else { return .none }
        return value
    }

    /// A whole number that is not negative.
    func number(_ key: String) -> Int? {
        self[key]?.integerValue.flatMap { $0 >= 0 ? Int(exactly: $0) : nil }
    }

    /// Milliseconds within bounds; `usual` when there are none.
    func milliseconds(_ key: String, _ bounds: ClosedRange<Int>, usual: Int) -> Duration {
        let value = number(key) ?? usual
        return .milliseconds(min(max(value, bounds.lowerBound), bounds.upperBound))
    }

    /// Milliseconds since 1970 of a time in UTC; 0 when there is none.
    func time(_ key: String) -> Int64 {
        text(key).flatMap { ISO8601.milliseconds($0) } ?? 0
    }
}

extension SessionConnection {
    init?(_ value: JSONValue?) {
        guard let object = value?.objectValue, let id = object.id("id") else { return nil }
        self.init(id: id, createdAtMs: object.time("createdAt"), data: object.text("data") ?? "")
    }
}

extension SessionStream {
    /// Longest side of a video in pixels; a larger number counts as absent.
    private static let longestSide = 65_535

    init?(_ value: JSONValue?) {
        guard let object = value?.objectValue, let id = object.id("id"),
            let connection = SessionConnection(object["connection"])
        else { return nil }
        let side = { (key: String) in
            object.number(key).flatMap { $0 <= SessionStream.longestSide ? $0 : nil } ?? 0
        }
        self.init(
            id: id,
            name: object.text("name") ?? "",
            connection: connection,
            createdAtMs: object.time("createdAt"),
            hasAudio: object["hasAudio"]?.boolValue ?? false,
            hasVideo: object["hasVideo"]?.boolValue ?? false,
            width: side("width"),
            height: side("height"),
            videoType: object.text("videoType").flatMap(OysterStreamVideoType.init) ?? .custom
        )
    }
}

extension SessionCapabilities {
    /// What is missing is not allowed.
    init(_ value: JSONValue?) {
        let can = { (key: String) in value?[key]?.boolValue ?? false }
        self.init(
            canPublish: can("canPublish"),
            canSubscribe: can("canSubscribe"),
            canSignal: can("canSignal"),
            canForceMute: can("canForceMute"),
            canForceDisconnect: can("canForceDisconnect")
        )
    }
}

extension OysterSessionReason {
    init(_ value: JSONValue?) {
        self = value?.stringValue.flatMap(OysterSessionReason.init) ?? .unknown
    }
}
