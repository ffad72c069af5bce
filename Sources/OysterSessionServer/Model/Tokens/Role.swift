// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// What a token permits.
package enum Role: String, CaseIterable, Sendable {
    case subscriber
    case publisher
    case publisherOnly = "publisher-only"
    case moderator

    package var canPublish: Bool { self != .subscriber }
    package var canSubscribe: Bool { self != .publisherOnly }
    package var canSignal: Bool { self != .publisherOnly }
    package var canForceMute: Bool { self == .moderator }
    package var canForceDisconnect: Bool { self == .moderator }

    /// The member `capabilities` of a connect's answer.
    package var capabilities: JSONValue {
        [
            "canPublish": .bool(canPublish),
            "canSubscribe": .bool(canSubscribe),
            "canSignal": .bool(canSignal),
            "canForceMute": .bool(canForceMute),
            "canForceDisconnect": .bool(canForceDisconnect),
        ]
    }
}
