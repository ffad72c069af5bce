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
