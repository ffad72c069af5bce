// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterThreading

/// Logs why functions were refused, at most once a second for each function and cause.
enum RefusalLog {
    private static let interval: Duration = .seconds(1)

    /// Number of entries at which entries older than a second are removed.
    private static let capacity = 64

    private struct Key: Hashable {
        let function: String
        let message: String
    }

    private struct Entry {
        var reportedAt: Duration
        /// Refusals since `reportedAt` that were not logged.
        var count = 0
    }

    private static let entries = Lock<[Key: Entry]>([:])

    /// `function` is a Swift name with labels; the log shows the part before the parenthesis.
    static func report(_ error: OysterSDKError, of function: StaticString) {
        let name = String("\(function)".prefix { $0 != "(" })
        let level: OysterLogLevel =
            error.code == OysterErrorCode.invalidConfig ? .error : .warning
        guard Library.log.wants(level),
            let missed = count(
                Key(function: name, message: error.message),
                at: SystemClock.monotonic
            )
        else { return }
        let more = missed > 0 ? " (and \(missed) more since the last report)" : ""
        Library.log.log(level, .core, error.sentence(name) + more)
    }

    /// Counts a refusal: nil when it must not be logged, else the number of earlier ones that were
    /// not logged.
    private static func count(_ key: Key, at now: Duration) -> Int? {
        entries.withLock { entries in
            if entries.count >= capacity {
                entries = entries.filter { now - $0.value.reportedAt < interval }
            }
            guard let entry = entries[key] else {
                entries[key] = Entry(reportedAt: now)
                return 0
            }
            if now - entry.reportedAt < interval {
                entries[key]?.count += 1
                return nil
            }
            entries[key] = Entry(reportedAt: now)
            return entry.count
        }
    }
}
