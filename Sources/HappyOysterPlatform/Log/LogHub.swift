// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
import HappyOysterThreading
import Synchronization

/// The process-wide log: level, handler, and a bounded line of records to it.
///
/// Records reach the handler, or stderr, on a callback thread, so that neither a slow handler nor a
/// full pipe can hold up the loop.
package final class LogHub: LogWriter, CallbackLane {
    package typealias Handler = @Sendable (OysterLogLevel, LogTag, String) -> Void

    /// Most records that wait; later ones are counted and dropped.
    package static let capacity = 1024

    private struct Record {
        let level: OysterLogLevel
        let tag: LogTag
        let message: String
    }

    private struct State {
        var records: [Record] = []
        var dropped = 0
        var isScheduled = false
        /// Thread inside the handler; what it logs is dropped.
        var runner: UInt = 0
        var handler: Handler?
        var runnerOfLane: (any CallbackRunner)?
    }

    private let level = Atomic(OysterLogLevel.warning.rawValue)
    /// The level that the host set by function; without one, -1.
    private let hostLevel = Atomic(-1)
    private let state = Lock(State())

    package init() {}

    /// Where the lane runs, once there is a pool.
    package func attach(to pool: any CallbackRunner) {
        let mustSchedule = state.withLock { state in
            state.runnerOfLane = pool
            return LogHub.claim(&state)
        }
        if mustSchedule { pool.schedule(self) }
    }

    /// The host's own choice, which stays until a configuration names another level.
    package func setMinimumLevel(_ minimum: OysterLogLevel) {
        hostLevel.store(minimum.rawValue, ordering: .relaxed)
        level.store(minimum.rawValue, ordering: .relaxed)
    }

    /// The level of a configuration; without one the host's own choice, or else warning.
    package func configure(_ wanted: OysterLogLevel?) {
        let host = OysterLogLevel(rawValue: hostLevel.load(ordering: .relaxed))
        level.store((wanted ?? host ?? .warning).rawValue, ordering: .relaxed)
    }

    /// Replaces the handler; nil writes to stderr.
    package func setHandler(_ handler: Handler?) {
        state.withLock { $0.handler = handler }
    }

    package func wants(_ wanted: OysterLogLevel) -> Bool {
        wanted.rawValue >= level.load(ordering: .relaxed)
    }

    package func write(_ level: OysterLogLevel, _ tag: LogTag, _ message: String) {
        let pool = state.withLock { state -> (any CallbackRunner)? in
            guard state.runner != SystemThread.current else { return nil }
            if state.records.count < LogHub.capacity {
                state.records.append(Record(level: level, tag: tag, message: message))
            } else {
                state.dropped += 1
            }
            return LogHub.claim(&state) ? state.runnerOfLane : nil
        }
        pool?.schedule(self)
    }

    package func runNext() -> Bool {
        let next = state.withLock { state -> (Record, Handler?)? in
            if state.records.isEmpty, state.dropped > 0 {
                let text = "\(state.dropped) log records were dropped"
                state.records.append(Record(level: .warning, tag: .core, message: text))
                state.dropped = 0
            }
            guard !state.records.isEmpty else {
                state.isScheduled = false
                return nil
            }
            state.runner = SystemThread.current
            return (state.records.removeFirst(), state.handler)
        }
        guard let (record, handler) = next else { return false }
        if let handler {
            handler(record.level, record.tag, record.message)
        } else {
            StandardError.write("[oyster][\(record.level)][\(record.tag)] \(record.message)\n")
        }
        state.withLock { $0.runner = 0 }
        return true
    }

    private static func claim(_ state: inout State) -> Bool {
        guard !state.isScheduled, !state.records.isEmpty, state.runnerOfLane != nil else {
            return false
        }
        state.isScheduled = true
        return true
    }
}
