// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform

/// The log of all engines of the process.
///
/// Source: iOS SDK reference 1.0.3, section 6.1. Records hold no secrets.
public enum OysterLog {
    /// Takes a record; tags are `core`, `network`, `world`, `stream`, `control`, `sdk`.
    ///
    /// Runs on a thread of the library, one record at a time. What it logs itself is dropped.
    public typealias Handler =
        @Sendable (_ level: OysterLogLevel, _ tag: String, _ message: String) -> Void

    /// Sets the least severity that is logged, whatever configurations and the variable
    /// `HAPPYOYSTER_LOG` of the environment say.
    public static func setMinimumLevel(_ level: OysterLogLevel) {
        SharedRuntime.log.setMinimumLevel(level.core)
    }

    /// Sends records to a handler or, with nil, to the standard error again, or to the file that
    /// `HAPPYOYSTER_LOG_FILE` names.
    public static func setHandler(_ handler: Handler?) {
        guard let handler else { return SharedRuntime.log.setHandler(nil) }
        SharedRuntime.log.setHandler { level, tag, message in
            handler(OysterLogLevel(level), tag.rawValue, message)
        }
    }
}
