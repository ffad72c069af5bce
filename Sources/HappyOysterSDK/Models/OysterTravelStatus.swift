// SPDX-License-Identifier: Apache-2.0

/// Status of a travel.
///
/// Source: iOS SDK reference 1.0.3, section 7.
public enum OysterTravelStatus: String, Equatable, Sendable, CustomStringConvertible {
    /// Created, not started.
    case idle
    /// Connecting or reconnecting.
    case prepare
    /// The stream is there.
    case running
    /// Pause accepted, not confirmed yet.
    case pausing
    /// Pause confirmed.
    case paused
    /// Ended by the host or by the server; terminal.
    case ended
    /// Ended by a failure; terminal.
    case failed

    /// The name of the case.
    public var description: String { rawValue }

    var isTerminal: Bool { self == .ended || self == .failed }
}
