// SPDX-License-Identifier: Apache-2.0

/// The names of events on the wire.
package enum EventType: String, CaseIterable, Sendable {
    case connectionCreated
    case connectionDestroyed
    case streamCreated
    case streamDestroyed
    case streamChanged
    case signal
    case muteForced
    case streamMuteForced
    case snapshot
    case disconnected
}

/// Type and data of an event; all its receivers share one copy of the data.
package struct EventPayload: Hashable, Sendable {
    package let type: EventType
    /// A JSON object in UTF-8, in one line.
    package let data: [UInt8]

    /// What an event counts for in a backlog, its numbers included.
    var cost: Int { data.count + 64 }
}

/// An event that waits for a connection.
package struct WaitingEvent: Equatable, Sendable {
    /// 1, 2, 3 … without gaps in an epoch.
    package let number: Int
    package let payload: EventPayload
}
