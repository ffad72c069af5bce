// SPDX-License-Identifier: Apache-2.0

/// Result of start.
///
/// Source: reference, section 8; the last three fields are the other SDKs'.
package struct OysterStartTravelData: Equatable, Sendable {
    package let encryptedTravelId: String
    package let encryptedWorldId: String
    package let mode: OysterModeValue
    package let playUrl: String?
    package let firstFrame: String?
    package let version: String
    package let aspectRatio: String?
    package let creationModel: String
    package let maxExperienceTimeSec: Int?
    package let bgmUrl: String?

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
package struct OysterTravelStateData: Equatable, Sendable {
    package let encryptedTravelId: String
    package let status: OysterTravelStatus

    package init(encryptedTravelId: String, status: OysterTravelStatus) {
        self.encryptedTravelId = encryptedTravelId
        self.status = status
    }
}

/// Result of rewind.
package struct OysterRewindTravelData: Equatable, Sendable {
    package let encryptedTravelId: String
    package let status: OysterTravelStatus
    /// Where the server resumed, in seconds; the only authority on its rounding.
    package let resumedAtSec: Double

    package init(encryptedTravelId: String, status: OysterTravelStatus, resumedAtSec: Double) {
        self.encryptedTravelId = encryptedTravelId
        self.status = status
        self.resumedAtSec = resumedAtSec
    }
}

/// Result of end.
package struct OysterEndTravelData: Equatable, Sendable {
    /// Empty when the travel never reached the server.
    package let encryptedTravelId: String
    package let status: OysterTravelStatus
    /// ISO 8601, UTC; the server's word, or the local clock's when the server gave none.
    package let endedAt: String
    /// Seconds; the server's, or measured locally since the server answered start.
    package let duration: Double
    /// Whether the server confirmed the end; ours.
    package let confirmed: Bool

    package init(
        encryptedTravelId: String,
        status: OysterTravelStatus,
        endedAt: String,
        duration: Double,
        confirmed: Bool
    ) {
        self.encryptedTravelId = encryptedTravelId
        self.status = status
        self.endedAt = endedAt
        self.duration = duration
        self.confirmed = confirmed
    }
}

/// Result of sendInstruct.
package struct OysterSendInstructData: Equatable, Sendable {
    package let encryptedTravelId: String
    package let content: String
    package let accepted: Bool
    /// Kept until the travel resumes.
    package let queued: Bool

    package init(encryptedTravelId: String, content: String, accepted: Bool, queued: Bool = false) {
        self.encryptedTravelId = encryptedTravelId
        self.content = content
        self.accepted = accepted
        self.queued = queued
    }
}

/// Result of updateScript.
package struct OysterUpdateScriptData: Equatable, Sendable {
    package let encryptedTravelId: String
    package let accepted: Bool
    package let turnCount: Int

    package init(encryptedTravelId: String, accepted: Bool, turnCount: Int) {
        self.encryptedTravelId = encryptedTravelId
        self.accepted = accepted
        self.turnCount = turnCount
    }
}

extension OysterTravelStatus {
    package var isTerminal: Bool { self == .ended || self == .failed }
}
