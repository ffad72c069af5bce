// SPDX-License-Identifier: Apache-2.0
public import FoundationEssentials

/// What pause and resume return.
///
/// Source of this file: iOS SDK reference 1.0.3, section 8.
public struct OysterTravelStateData: Equatable, Sendable {
    /// Names the travel.
    public let encryptedTravelId: String
    /// Status that was reached.
    public let status: OysterTravelStatus
}

/// What rewind returns.
public struct OysterRewindTravelData: Equatable, Sendable {
    /// Names the travel.
    public let encryptedTravelId: String
    /// Status that was reached.
    public let status: OysterTravelStatus
    /// Second from which the server plays on; it rounds to its blocks.
    public let resumedAtSec: TimeInterval
}

/// What end returns.
public struct OysterEndTravelData: Equatable, Sendable {
    /// Names the travel; empty when it never reached the server.
    public let encryptedTravelId: String
    /// `ended` or `failed`.
    public let status: OysterTravelStatus
    /// The server's word, or the local clock's when it gave none.
    public let endedAt: Date
    /// Seconds of experience: the server's count, or measured here.
    public let duration: TimeInterval
    /// Whether the server confirmed the end; ours.
    public let confirmed: Bool
}

/// What sendInstruct returns.
public struct OysterSendInstructData: Equatable, Sendable {
    /// Names the travel.
    public let encryptedTravelId: String
    /// The text as the server took it.
    public let content: String
    /// Whether it was taken.
    public let accepted: Bool
    /// Whether it is kept here until the travel runs again; ours.
    public let queued: Bool
}

/// What updateScript returns; ours.
public struct OysterUpdateScriptData: Equatable, Sendable {
    /// Names the travel.
    public let encryptedTravelId: String
    /// Whether it was taken.
    public let accepted: Bool
    /// Number of acts.
    public let turnCount: Int
}
