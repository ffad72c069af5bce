// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// What a listener of a session can be notified of.
package enum SessionNotice: Equatable, Sendable {
    case statusChanged(OysterConnectionStatus)
    /// With the session's own connection.
    case connected(SessionConnection, SessionCapabilities)
    case disconnected(OysterSessionReason)
    case failed(OysterSDKError)
    /// The session server refused what the library had accepted; the error names the operation.
    case error(OysterSDKError)
    case reconnecting
    case reconnected
    case connectionCreated(SessionConnection)
    case connectionDestroyed(SessionConnection, OysterSessionReason)
    case streamCreated(SessionStream)
    case streamDestroyed(SessionStream, OysterSessionReason)
    case streamChanged(SessionStream, Set<OysterStreamChange>)
    case signal(ReceivedSignal)
    case muteForced(isActive: Bool)
    case archiveStarted(id: String, name: String?)
    case archiveStopped(id: String)
}

/// One event of a session, as listeners get it.
package struct SessionEvent: Sendable {
    package let notice: SessionNotice
    /// Status after the event.
    package let status: OysterConnectionStatus
    /// 1, 2, 3 … per session.
    package let sequence: UInt64
    /// Monotonic.
    package let time: Duration

    package var type: OysterSessionEventType {
        switch notice {
        case .statusChanged: .statusChanged
        case .connected: .connected
        case .disconnected: .disconnected
        case .failed: .failed
        case .error: .error
        case .reconnecting: .reconnecting
        case .reconnected: .reconnected
        case .connectionCreated: .connectionCreated
        case .connectionDestroyed: .connectionDestroyed
        case .streamCreated: .streamCreated
        case .streamDestroyed: .streamDestroyed
        case .streamChanged: .streamChanged
        case .signal: .signal
        case .muteForced: .muteForced
        case .archiveStarted: .archiveStarted
        case .archiveStopped: .archiveStopped
        }
    }

    /// Which events the engine's queue drops first when it is full.
    ///
    /// Connects of the host bound the number of essential events.
    var importance: DeliveryItem.Importance {
        switch notice {
        case .signal: .repeatable
        case .error: .error
        case .connected, .disconnected, .failed: .essential
        case .statusChanged(let status): status == .failed ? .essential : .status
        case .reconnecting, .reconnected, .connectionCreated, .connectionDestroyed,
            .streamCreated, .streamDestroyed, .streamChanged, .muteForced, .archiveStarted,
            .archiveStopped:
            .status
        }
    }
}
