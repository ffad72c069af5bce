// SPDX-License-Identifier: Apache-2.0
public import HappyOysterCore
import HappyOysterPlatform

/// The log of all engines of the process.
///
/// Source: iOS SDK reference 1.0.3, section 6.1. Records contain no secrets.
public enum OysterLog {
    /// Receives a record; tags are `core`, `network`, `world`, `stream`, `control`, `sdk`.
    ///
    /// Runs on a thread of the library, one record at a time. Records that result from its own calls
    /// are dropped.
    public typealias Handler =
        @Sendable (_ level: OysterLogLevel, _ tag: String, _ message: String) -> Void

    /// Sets the lowest level that is logged.
    ///
    /// It replaces that of configurations and of the environment variable `HAPPYOYSTER_LOG`.
    public static func setMinimumLevel(_ level: OysterLogLevel) {
        SharedRuntime.log.setMinimumLevel(level)
    }

    /// Sends records to a handler, or, with nil, to stderr or the file that `HAPPYOYSTER_LOG_FILE`
    /// names.
    public static func setHandler(_ handler: Handler?) {
        guard let handler else { return SharedRuntime.log.setHandler(nil) }
        SharedRuntime.log.setHandler { level, tag, message in
            handler(level, tag.rawValue, message)
        }
    }
}
