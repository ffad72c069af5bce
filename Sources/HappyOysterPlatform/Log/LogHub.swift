// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
import HappyOysterThreading
import Synchronization

/// The process-wide log: level, handler, and a bounded queue of records.
///
/// A callback thread writes the records to the handler (to stderr without one) and to the file that
/// the environment names, so that a slow handler, a full pipe or a slow disk does not delay the
/// loop.
package final class LogHub: LogWriter, SerialQueue {
    package typealias Handler = @Sendable (OysterLogLevel, LogTag, String) -> Void

    /// Most records that wait; further ones are dropped and counted.
    package static let capacity = 1024

    private struct Record {
        let level: OysterLogLevel
        let tag: LogTag
        let message: String
        let wallClockMs = SystemClock.wallMs

        /// Time in UTC, tag and level before the message.
        var line: String {
            let time = ISO8601.fullText(milliseconds: wallClockMs)
            return "\(time) [oyster][\(level)][\(tag)] \(message)\n"
        }
    }

    private struct State {
        var records: [Record] = []
        var dropped = 0
        var isScheduled = false
        /// Thread inside the handler, or 0; records that this thread writes are dropped.
        var runner: UInt = 0
        var handler: Handler?
        /// The pool that runs this queue; nil before `attach`.
        var pool: (any CallbackRunner)?
    }

    /// The lowest level that is logged.
    private let level: Atomic<Int>
    /// Whether the host has set a level by function, which no configuration changes.
    private let isSetByHost = Atomic(false)
    /// The level of the environment, which no configuration changes either.
    private let environmentLevel: Int?
    private let file: LogFile?
    private let state = Lock(State())

    package init(_ environment: LogEnvironment = LogEnvironment()) {
        environmentLevel = environment.threshold
        level = Atomic(environment.threshold ?? OysterLogLevel.warning.rawValue)
        file = environment.path.map(LogFile.init)
        for problem in environment.problems { write(.warning, .core, problem) }
    }

    /// Delivers records on a pool from now on.
    package func attach(to pool: any CallbackRunner) {
        let mustSchedule = state.withLock { state in
            state.pool = pool
            return LogHub.claim(&state)
        }
        if mustSchedule { pool.schedule(self) }
    }

    /// Sets the level by the host's function, which overrides the environment and configurations.
    package func setMinimumLevel(_ minimum: OysterLogLevel) {
        isSetByHost.store(true, ordering: .sequentiallyConsistent)
        level.store(minimum.rawValue, ordering: .relaxed)
    }

    /// Sets the level of a configuration, or warning; the host's function and the environment
    /// override it.
    package func configure(_ wanted: OysterLogLevel?) {
        guard environmentLevel == nil, !isSetByHost.load(ordering: .sequentiallyConsistent) else {
            return
        }
        level.store((wanted ?? .warning).rawValue, ordering: .relaxed)
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
            return LogHub.claim(&state) ? state.pool : nil
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
        _ = write(record, hasHandler: handler != nil, atOnce: false)
        handler?(record.level, record.tag, record.message)
        state.withLock { $0.runner = 0 }
        return true
    }

    /// Writes the records that wait when the process exits, after the callback threads have ended.
    ///
    /// The host's handler is not called any more: its records go to the file only. What a full pipe
    /// does not take at once is lost, so that the process exits.
    package func writeRemaining() {
        let (records, hasHandler) = state.withLock { state -> ([Record], Bool) in
            // A thread that is still inside the handler or a write may hold the file's lock.
            guard state.runner == 0 else { return ([], false) }
            defer { state.records = [] }
            return (state.records, state.handler != nil)
        }
        for record in records {
            guard write(record, hasHandler: hasHandler, atOnce: true) else { return }
        }
    }

    /// Writes a record to the file; without a file and a handler to stderr.
    ///
    /// False when it was not written. Reports a new problem with the file on stderr. With `atOnce`,
    /// does not wait for a full pipe.
    private func write(_ record: Record, hasHandler: Bool, atOnce: Bool) -> Bool {
        switch file?.write(record.line, atOnce: atOnce) {
        case .written?: return true
        case .failed(let problem?)?:
            let text = Redactor().redact(problem)
            let report = Record(level: .error, tag: .core, message: text)
            _ = StandardError.write(report.line, atOnce: atOnce)
        case .failed(nil)?, nil: break
        }
        return !hasHandler && StandardError.write(record.line, atOnce: atOnce)
    }

    private static func claim(_ state: inout State) -> Bool {
        guard !state.isScheduled, !state.records.isEmpty, state.pool != nil else {
            return false
        }
        state.isScheduled = true
        return true
    }
}
