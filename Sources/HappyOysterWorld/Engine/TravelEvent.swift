// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// One event of a travel, as listeners get it.
package struct TravelEvent: Sendable {
    package let notice: TravelNotice
    /// Status after the event.
    package let status: OysterTravelStatus
    /// 1, 2, 3 … per travel.
    package let sequence: UInt64
    /// Monotonic.
    package let time: Duration

    /// The object of `docs/json.md`.
    package var payload: JSONValue {
        switch notice {
        case .statusChanged(let status): ["status": .string(status.rawValue)]
        case .error(let error): error.json
        case .infoReady(let data): data.json
        case .firstFrameGenerated(let url): ["firstFrame": .string(url)]
        case .updated(let update): .object(update.json)
        }
    }

    /// Whether the next event of this kind replaces this one: it has the complete lists.
    var isUpdate: Bool {
        if case .updated = notice { true } else { false }
    }

    /// Which events the engine's queue drops first when it is full.
    var importance: DeliveryItem.Importance {
        switch notice {
        case .updated: .repeatable
        case .error(let error): error.endsTravel ? .essential : .error
        case .statusChanged(let status): status.isTerminal ? .essential : .status
        case .infoReady, .firstFrameGenerated: .status
        }
    }
}
