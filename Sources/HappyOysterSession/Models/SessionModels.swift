// SPDX-License-Identifier: Apache-2.0

/// A member of a session.
package struct SessionConnection: Equatable, Sendable {
    package let id: String
    /// Milliseconds since 1970, UTC; 0 when the session server did not state it.
    package let createdAtMs: Int64
    /// What the token's issuer stated about it; all members see it.
    package let data: String

    package init(id: String, createdAtMs: Int64, data: String) {
        self.id = id
        self.createdAtMs = createdAtMs
        self.data = data
    }
}

/// What a connection publishes.
package struct SessionStream: Equatable, Sendable {
    package let id: String
    package let name: String
    package let connection: SessionConnection
    /// Milliseconds since 1970, UTC; 0 when the session server did not state it.
    package let createdAtMs: Int64
    package let hasAudio: Bool
    package let hasVideo: Bool
    package let width: Int
    package let height: Int
    package let videoType: OysterStreamVideoType

    package init(
        id: String,
        name: String,
        connection: SessionConnection,
        createdAtMs: Int64,
        hasAudio: Bool,
        hasVideo: Bool,
        width: Int,
        height: Int,
        videoType: OysterStreamVideoType
    ) {
        self.id = id
        self.name = name
        self.connection = connection
        self.createdAtMs = createdAtMs
        self.hasAudio = hasAudio
        self.hasVideo = hasVideo
        self.width = width
        self.height = height
        self.videoType = videoType
    }

    /// What differs from a former state of the same stream.
    func changes(from former: SessionStream) -> Set<OysterStreamChange> {
        var changes: Set<OysterStreamChange> = []
        if hasAudio != former.hasAudio { changes.insert(.hasAudio) }
        if hasVideo != former.hasVideo { changes.insert(.hasVideo) }
        if width != former.width || height != former.height { changes.insert(.size) }
        if videoType != former.videoType { changes.insert(.videoType) }
        return changes
    }
}

/// What the role of the token allows.
package struct SessionCapabilities: Equatable, Sendable {
    package let canPublish: Bool
    package let canSubscribe: Bool
    package let canSignal: Bool
    package let canForceMute: Bool
    package let canForceDisconnect: Bool

    package init(
        canPublish: Bool,
        canSubscribe: Bool,
        canSignal: Bool,
        canForceMute: Bool,
        canForceDisconnect: Bool
    ) {
        self.canPublish = canPublish
        self.canSubscribe = canSubscribe
        self.canSignal = canSignal
        self.canForceMute = canForceMute
        self.canForceDisconnect = canForceDisconnect
    }
}

/// A signal that a host sends; type, data and target may each be absent.
package struct SessionSignal: Equatable, Sendable {
    package var type: String?
    package var data: String?
    /// The id of the connection that receives it; nil for all, the sender included.
    package var to: String?
    /// Whether the signal is sent after a loss of the connection; otherwise it is withdrawn.
    package var retriesAfterReconnect = true

    package init(
        type: String? = nil,
        data: String? = nil,
        to: String? = nil,
        retriesAfterReconnect: Bool = true
    ) {
        self.type = type
        self.data = data
        self.to = to
        self.retriesAfterReconnect = retriesAfterReconnect
    }
}

/// A signal that arrived; type, data and sender may each be absent.
package struct ReceivedSignal: Equatable, Sendable {
    package let type: String?
    package let data: String?
    package let from: SessionConnection?

    package init(type: String?, data: String?, from: SessionConnection?) {
        self.type = type
        self.data = data
        self.from = from
    }
}
