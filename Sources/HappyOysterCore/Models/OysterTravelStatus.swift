// SPDX-License-Identifier: Apache-2.0

/// External status of a travel.
///
/// Source: iOS SDK reference 1.0.3, section 7.
package enum OysterTravelStatus: String, Sendable, CaseIterable {
    case idle
    /// Connecting or reconnecting.
    case prepare
    case running
    /// Pause accepted, not confirmed.
    case pausing
    case paused
    case ended
    case failed

    package var isTerminal: Bool { self == .ended || self == .failed }
}
