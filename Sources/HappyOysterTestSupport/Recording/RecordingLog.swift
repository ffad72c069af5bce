// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore
import Synchronization

/// Records every log line, of all levels.
package final class RecordingLog: LogWriter {
    package struct Record: Sendable {
        package let level: OysterLogLevel
        package let tag: LogTag
        package let message: String
    }

    private let state = Mutex<[Record]>([])

    package init() {}

    package func wants(_ level: OysterLogLevel) -> Bool { true }

    package func write(_ level: OysterLogLevel, _ tag: LogTag, _ message: String) {
        state.withLock { $0.append(Record(level: level, tag: tag, message: message)) }
    }

    package var records: [Record] { state.withLock { $0 } }
    package var messages: [String] { records.map(\.message) }
}
