// SPDX-License-Identifier: Apache-2.0

/// Severity of a log record.
///
/// Source: iOS SDK reference 1.0.3, section 8.
public enum OysterLogLevel: Int, Comparable, CaseIterable, Sendable {
    case debug, info, warning, error

    /// Whether the left level is less severe.
    public static func < (left: OysterLogLevel, right: OysterLogLevel) -> Bool {
        left.rawValue < right.rawValue
    }
}

/// Where a log record comes from.
///
/// Source: tags seen in the vendor's demo.
package enum LogTag: String, Sendable {
    case core, network, world, stream, control, sdk
}

/// Takes log records.
package protocol LogWriter: Sendable {
    /// Whether records of this level are wanted; callers ask before they build a message.
    func wants(_ level: OysterLogLevel) -> Bool
    /// Writes one record. Callers pass messages with foreign text through a `Redactor` first.
    func write(_ level: OysterLogLevel, _ tag: LogTag, _ message: String)
}

extension LogWriter {
    package func log(_ level: OysterLogLevel, _ tag: LogTag, _ message: @autoclosure () -> String) {
        if wants(level) { write(level, tag, message()) }
    }
}
