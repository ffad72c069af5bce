// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import CcJSON
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterSession

extension oyster_session_event {
    /// Passes an event to `body` as the header's struct; struct and tree are valid during the call
    /// only.
    static func with(_ event: SessionEvent, _ body: (UnsafePointer<oyster_session_event>) -> Void) {
        let tree = HostTree.make(event.payload)
        defer { HostTree.free(tree) }
        var info = oyster_session_event(
            size: UInt32(MemoryLayout<oyster_session_event>.size),
            type: oyster_session_event_type(event.type),
            status: oyster_connection_status(event.status),
            code: event.notice.code,
            payload: UnsafePointer(tree),
            sequence: event.sequence,
            monotonic_time_us: event.time.wholeMicroseconds,
            reserved: nil
        )
        body(&info)
    }
}

extension oyster_connection_status {
    init(_ status: OysterConnectionStatus) {
        self = oyster_connection_status(rawValue: status.number) ?? .OYSTER_CONNECTION_STATUS_FAILED
    }
}

extension oyster_session_event_type {
    init(_ type: OysterSessionEventType) {
        self =
            oyster_session_event_type(rawValue: type.number) ?? .OYSTER_SESSION_EVENT_STATUS_CHANGED
    }
}

extension SessionNotice {
    fileprivate var code: oyster_result {
        switch self {
        case .failed(let error), .error(let error): oyster_result(error.code)
        default: 0
        }
    }
}
