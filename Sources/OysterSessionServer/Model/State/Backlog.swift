// SPDX-License-Identifier: Apache-2.0

/// The events of one epoch that a client has not acknowledged.
package struct Backlog: Equatable, Sendable {
    /// The number of the last event that is not stored any more; 0 at first.
    package private(set) var acknowledged: Int
    private var payloads: [EventPayload] = []
    private(set) var cost = 0
    /// The events were dropped because too many waited: the client must resume.
    package private(set) var isDropped: Bool

    init(acknowledged: Int = 0, isDropped: Bool = false) {
        self.acknowledged = acknowledged
        self.isDropped = isDropped
    }

    var count: Int { payloads.count }

    /// The number of the newest event; 0 before the first.
    package var newest: Int { acknowledged + payloads.count }

    /// Adds an event; false when that exceeds the limits, and all events were dropped.
    ///
    /// A dropped backlog takes no more events.
    mutating func append(_ payload: EventPayload, _ limits: SessionLimits) -> Bool {
        guard !isDropped else { return true }
        add(payload)
        guard payload.data.count <= limits.eventBytes, count <= limits.waitingEvents,
            cost <= limits.waitingBytes
        else {
            acknowledged = newest
            payloads = []
            cost = 0
            isDropped = true
            return false
        }
        return true
    }

    /// Adds an event without regard to the limits: the last of a connection, or one that was
    /// stored before.
    mutating func add(_ payload: EventPayload) {
        payloads.append(payload)
        cost += payload.cost
    }

    /// Forgets the events up to a number.
    mutating func acknowledge(through number: Int) {
        let forgotten = min(number, newest) - acknowledged
        guard forgotten > 0 else { return }
        for payload in payloads.prefix(forgotten) { cost -= payload.cost }
        payloads.removeFirst(forgotten)
        acknowledged += forgotten
    }

    /// The events after a number, at most `limit`.
    func events(after number: Int, limit: Int = .max) -> [WaitingEvent] {
        let start = min(max(number - acknowledged, 0), payloads.count)
        let first = acknowledged + start + 1
        return payloads[start...].prefix(limit).enumerated().map { index, payload in
            WaitingEvent(number: first + index, payload: payload)
        }
    }
}
