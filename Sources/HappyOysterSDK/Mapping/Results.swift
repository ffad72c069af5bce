// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import HappyOysterCore

// The core's results as the public ones; nil for the result of another operation.

extension OysterStartTravelData {
    init(_ data: HappyOysterCore.OysterStartTravelData) {
        self.init(
            encryptedTravelId: data.encryptedTravelId,
            encryptedWorldId: data.encryptedWorldId,
            mode: OysterModeValue(rawValue: data.mode.rawValue),
            playUrl: data.playUrl,
            firstFrame: data.firstFrame,
            version: data.version,
            aspectRatio: data.aspectRatio,
            creationModel: data.creationModel,
            maxExperienceTimeSec: data.maxExperienceTimeSec,
            bgmUrl: data.bgmUrl
        )
    }

    init?(_ result: OysterResult) {
        guard case .started(let data) = result else { return nil }
        self.init(data)
    }
}

extension OysterTravelStateData {
    init?(_ result: OysterResult) {
        guard case .state(let data) = result else { return nil }
        self.init(
            encryptedTravelId: data.encryptedTravelId,
            status: OysterTravelStatus(data.status)
        )
    }
}

extension OysterRewindTravelData {
    init?(_ result: OysterResult) {
        guard case .rewound(let data) = result else { return nil }
        self.init(
            encryptedTravelId: data.encryptedTravelId,
            status: OysterTravelStatus(data.status),
            resumedAtSec: data.resumedAtSec
        )
    }
}

extension OysterEndTravelData {
    init?(_ result: OysterResult) {
        guard case .ended(let data) = result else { return nil }
        self.init(
            encryptedTravelId: data.encryptedTravelId,
            status: OysterTravelStatus(data.status),
            // A time in another form cannot be shown as a date; the end was just now.
            endedAt: Date(serviceTime: data.endedAt) ?? Date(),
            duration: data.duration,
            confirmed: data.confirmed
        )
    }
}

extension OysterSendInstructData {
    init?(_ result: OysterResult) {
        guard case .instructed(let data) = result else { return nil }
        self.init(
            encryptedTravelId: data.encryptedTravelId,
            content: data.content,
            accepted: data.accepted,
            queued: data.queued
        )
    }
}

extension OysterUpdateScriptData {
    init?(_ result: OysterResult) {
        guard case .scriptUpdated(let data) = result else { return nil }
        self.init(
            encryptedTravelId: data.encryptedTravelId,
            accepted: data.accepted,
            turnCount: data.turnCount
        )
    }
}

extension Date {
    /// Reads a time of the service, such as `2026-09-03T10:02:00Z`.
    init?(serviceTime text: String) {
        let styles = [
            Date.ISO8601FormatStyle(), Date.ISO8601FormatStyle(includingFractionalSeconds: true),
        ]
        for style in styles {
            if let date = try? style.parse(text) {
                self = date
                return
            }
        }
        return nil
    }
}
