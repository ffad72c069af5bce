// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

extension SessionStore {
    /// How often connections that are over are looked at.
    private static let cleaning: Duration = .seconds(60)

    /// The time of the next ``tick(at:)``, or earlier; nil when there is nothing to wait for.
    package var nextDeadline: Duration? { earliest }

    /// Performs all that is due.
    ///
    /// Cheap when nothing is due: the server may call it before each other call and every 100 ms.
    package mutating func tick(at time: StoreTime) -> Effects {
        var effects = Effects()
        guard let earliest, time.now >= earliest else { return effects }
        if !state.isComplete, time.now >= windowEnds { perform(.completed, &effects, at: time) }
        for key in Array(activities.keys) where isDue(key, at: time) {
            expire(key, &effects, at: time)
        }
        let oldest = time.wallMs &- configuration.limits.ticketTime.wholeMilliseconds
        if let first = state.ended.oldestMs, first < oldest {
            perform(.forgotten(beforeMs: oldest), &effects, at: time)
        }
        self.earliest = firstDeadline(after: time.now)
        return effects
    }

    /// Ends all connections with the reason `server`: the operator stops the server for good.
    package mutating func endAll(at time: StoreTime) -> Effects {
        var effects = Effects()
        for key in Array(activities.keys) { finish(key, .server, &effects, at: time) }
        return effects
    }

    private func isDue(_ key: ConnectionKey, at time: StoreTime) -> Bool {
        guard let activity = activities[key], let connection = state[key] else { return false }
        return activity.deadline(isVisible: connection.isVisible, configuration) <= time.now
    }

    private mutating func expire(
        _ key: ConnectionKey,
        _ effects: inout Effects,
        at time: StoreTime
    ) {
        if state[key]?.isVisible ?? false, activities[key]?.lostSince == nil {
            lose(key, &effects, at: time)
        } else {
            finish(key, .lost, &effects, at: time)
        }
    }

    /// Ends a connection; one that others do not know leaves no trace.
    private mutating func finish(
        _ key: ConnectionKey,
        _ reason: EndReason,
        _ effects: inout Effects,
        at time: StoreTime
    ) {
        if state[key]?.isVisible ?? false {
            perform(.ended(key, reason, atMs: time.wallMs), &effects, at: time)
        } else {
            perform(.abandoned(key), &effects, at: time)
            activities[key] = nil
        }
    }

    /// Commits a record that always fits.
    private mutating func perform(
        _ record: JournalRecord,
        _ effects: inout Effects,
        at time: StoreTime
    ) {
        do {
            try commit(record, &effects, at: time)
        } catch {
            counters.refusals[error.code.rawValue, default: 0] += 1
        }
    }

    private func firstDeadline(after now: Duration) -> Duration? {
        var first: Duration?
        func consider(_ time: Duration) { first = min(first ?? time, time) }
        for (key, activity) in activities {
            guard let connection = state[key] else { continue }
            consider(activity.deadline(isVisible: connection.isVisible, configuration))
        }
        if !state.isComplete { consider(windowEnds) }
        if state.ended.count > 0 { consider(now + SessionStore.cleaning) }
        return first
    }
}

extension SessionStore {
    /// Sizes at present; takes time in proportion to the connections.
    package var gauges: StoreGauges {
        var gauges = StoreGauges()
        gauges.sessions = state.sessions.count
        for session in state.sessions.values {
            gauges.streams += session.streams.count
            for connection in session.connections.values {
                gauges.waitingEvents += connection.backlog.count
                gauges.waitingBytes += connection.backlog.cost
            }
        }
        gauges.connections = activities.count
        for activity in activities.values {
            gauges.lostConnections += activity.lostSince == nil ? 0 : 1
            gauges.openEventStreams += activity.stream == nil ? 0 : 1
        }
        return gauges
    }
}
