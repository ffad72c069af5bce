// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterThreading

/// Logs why functions were refused: of each function and cause at most one line a second.
enum RefusalLog {
    private static let interval: Duration = .seconds(1)

    /// Most causes that are remembered; beyond, those whose second is over are forgotten.
    private static let capacity = 64

    private struct Key: Hashable {
        let function: String
        let message: String
    }

    private struct Entry {
        var reportedAt: Duration
        /// Refusals since then.
        var count = 0
    }

    private static let entries = Lock<[Key: Entry]>([:])

    /// `function` is spelled as Swift does, with its labels.
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

    /// How many refusals were not reported; nil when this one is not to be reported, either.
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
