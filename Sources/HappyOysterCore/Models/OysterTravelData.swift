// SPDX-License-Identifier: Apache-2.0

/// Result of start.
///
/// Source of this file: iOS SDK reference 1.0.3, section 8; the last three properties are ours.
public struct OysterStartTravelData: Equatable, Sendable {
    /// Id of the travel.
    public let encryptedTravelId: String
    /// Id of its world.
    public let encryptedWorldId: String
    /// Mode of the world, which decides what operations are possible.
    public let mode: OysterModeValue
    /// URL of the recording of the service; nil in this version of the service.
    public let playUrl: String?
    /// URL of a still image of the first scene; the server may send it later.
    public let firstFrame: String?
    /// Version of the world, for diagnostics.
    public let version: String
    /// Ratio of width to height such as `9:16`; acting worlds only.
    public let aspectRatio: String?
    /// `simple` or `scriptlist`.
    public let creationModel: String
    /// Seconds after which the server ends an adventure, if the server sent it.
    public let maxExperienceTimeSec: Int?
    /// URL of background music.
    public let bgmUrl: String?

    package init(
        encryptedTravelId: String,
        encryptedWorldId: String,
        mode: OysterModeValue,
        playUrl: String? = nil,
        firstFrame: String? = nil,
        version: String,
        aspectRatio: String? = nil,
        creationModel: String = "simple",
        maxExperienceTimeSec: Int? = nil,
        bgmUrl: String? = nil
    ) {
        self.encryptedTravelId = encryptedTravelId
        self.encryptedWorldId = encryptedWorldId
        self.mode = mode
        self.playUrl = playUrl
        self.firstFrame = firstFrame
        self.version = version
        self.aspectRatio = aspectRatio
        self.creationModel = creationModel
        self.maxExperienceTimeSec = maxExperienceTimeSec
        self.bgmUrl = bgmUrl
    }

    package var isScriptlist: Bool { creationModel == "scriptlist" }
}

/// Result of pause and resume.
public struct OysterTravelStateData: Equatable, Sendable {
    /// Id of the travel.
    public let encryptedTravelId: String
    /// The new status.
    public let status: OysterTravelStatus

    package init(encryptedTravelId: String, status: OysterTravelStatus) {
        self.encryptedTravelId = encryptedTravelId
        self.status = status
    }
}

/// Result of rewind.
public struct OysterRewindTravelData: Equatable, Sendable {
    /// Id of the travel.
    public let encryptedTravelId: String
    /// The new status.
    public let status: OysterTravelStatus
    /// Second from which the storyline continues; the server rounds to its blocks of 4 s.
    public let resumedAtSec: Double

    package init(encryptedTravelId: String, status: OysterTravelStatus, resumedAtSec: Double) {
        self.encryptedTravelId = encryptedTravelId
        self.status = status
        self.resumedAtSec = resumedAtSec
    }
}

/// Result of end.
public struct OysterEndTravelData: Equatable, Sendable {
    /// Id of the travel; empty when it never reached the server.
    public let encryptedTravelId: String
    /// `ended` or `failed`.
    public let status: OysterTravelStatus
    /// ISO 8601, UTC: the server's time, or the local clock's when the server sent none.
    package let endedAtText: String
    /// Seconds: the server's value, or measured locally since the server answered start.
    public let duration: Double
    /// Whether the server confirmed the end; ours.
    public let confirmed: Bool

    package init(
        encryptedTravelId: String,
        status: OysterTravelStatus,
        endedAt: String,
        duration: Double,
        confirmed: Bool
    ) {
        self.encryptedTravelId = encryptedTravelId
        self.status = status
        endedAtText = endedAt
        self.duration = duration
        self.confirmed = confirmed
    }
}

/// Result of sendInstruct.
public struct OysterSendInstructData: Equatable, Sendable {
    /// Id of the travel.
    public let encryptedTravelId: String
    /// The text as the server received it.
    public let content: String
    /// Whether it was accepted.
    public let accepted: Bool
    /// Whether the library keeps it until the travel resumes; ours.
    public let queued: Bool

    package init(encryptedTravelId: String, content: String, accepted: Bool, queued: Bool = false) {
        self.encryptedTravelId = encryptedTravelId
        self.content = content
        self.accepted = accepted
        self.queued = queued
    }
}

/// Result of updateScript; ours.
public struct OysterUpdateScriptData: Equatable, Sendable {
    /// Id of the travel.
    public let encryptedTravelId: String
    /// Whether it was accepted.
    public let accepted: Bool
    /// Number of acts.
    public let turnCount: Int

    package init(encryptedTravelId: String, accepted: Bool, turnCount: Int) {
        self.encryptedTravelId = encryptedTravelId
        self.accepted = accepted
        self.turnCount = turnCount
    }
}

extension OysterTravelStatus: CustomStringConvertible {
    /// The name of the case.
    public var description: String { rawValue }

    package var isTerminal: Bool { self == .ended || self == .failed }
}
