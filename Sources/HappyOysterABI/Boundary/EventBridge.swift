// SPDX-License-Identifier: Apache-2.0
import CHappyOyster
import CcJSON
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterWorld

extension oyster_event {
    /// Passes an event to `body` as the header's struct; struct and tree are valid during the call
    /// only.
    static func with(_ event: TravelEvent, _ body: (UnsafePointer<oyster_event>) -> Void) {
        let tree = HostTree.make(event.payload)
        defer { HostTree.free(tree) }
        var info = oyster_event(
            size: UInt32(MemoryLayout<oyster_event>.size),
            type: oyster_event_type(event.notice),
            status: oyster_status(event.status),
            code: event.notice.code,
            payload: UnsafePointer(tree),
            sequence: event.sequence,
            monotonic_time_us: event.time.wholeMicroseconds,
            reserved: nil
        )
        body(&info)
    }
}

extension oyster_event_type {
    init(_ notice: TravelNotice) {
        self =
            switch notice {
            case .statusChanged: .OYSTER_EVENT_STATUS_CHANGED
            case .error: .OYSTER_EVENT_ERROR
            case .infoReady: .OYSTER_EVENT_TRAVEL_INFO_READY
            case .firstFrameGenerated: .OYSTER_EVENT_FIRST_FRAME_GENERATED
            case .updated: .OYSTER_EVENT_TRAVEL_UPDATED
            }
    }
}

extension oyster_status {
    init(_ status: OysterTravelStatus) {
        self =
            switch status {
            case .idle: .OYSTER_STATUS_IDLE
            case .prepare: .OYSTER_STATUS_PREPARE
            case .running: .OYSTER_STATUS_RUNNING
            case .pausing: .OYSTER_STATUS_PAUSING
            case .paused: .OYSTER_STATUS_PAUSED
            case .ended: .OYSTER_STATUS_ENDED
            case .failed: .OYSTER_STATUS_FAILED
            }
    }
}

extension TravelNotice {
    fileprivate var code: oyster_result {
        if case .error(let error) = self { oyster_result(error.code) } else { 0 }
    }
}
