// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// A travel as the gateway stores it.
struct TravelRecord: Sendable {
    let id: String
    let world: WorldRecord
    /// The RTC channel, nil when `rtcConfig` is null.
    let channel: RTCChannel?
    let noStreamAutoEndTimeout: Duration
    /// The time limit in seconds; adventure only.
    let maxExperienceTimeSec: Int?
    var lifecycle: TravelLifecycle
    var instructions = Instructions()
    /// The changes for the simulated world.
    var worldEvents = WorldEventLog()
    var actions = ActionPools()
    /// Whether the action pools are those of the simulated world, not of the settings.
    var followsSimulation = false
    var mediaFaults = MediaFaults()
    /// Started from the watch page: it has no client that polls, and lasts while it has viewers.
    var isDemonstration = false
    /// The latest `clientStreamStatus` of the polls.
    var clientStreamStatus: String?
    var clientStreamStatusTimeMs: Int64?
    /// The acts of the latest update-script.
    var acts: [JSONValue]?

    var model: Model { world.model }
    var isScripted: Bool { world.plan.creationModel == "scriptlist" }

    /// Advances the lifecycle to a time.
    mutating func advance(to now: Timestamp) { lifecycle.advance(to: now) }
}

extension TravelRecord {
    /// Executes an instruction now or after the resume.
    mutating func instruct(_ text: String, by settings: Settings) throws(Refusal) {
        guard !isScripted else {
            throw .business(403_006, "Not available for this creation model.")
        }
        let isPlaying = lifecycle.status == .running
        guard isPlaying || lifecycle.status == .paused else { throw .conflict }
        try settings.moderate([text])
        instructions.add(text, at: lifecycle.timeline, isPlaying: isPlaying)
        if isPlaying { worldEvents.add(.instruction(text), at: lifecycle.played) }
    }

    mutating func resume() throws(Refusal) {
        try lifecycle.resume()
        playOn(isRewind: false)
    }

    mutating func rewind(to position: Duration) throws(Refusal) {
        try lifecycle.rewind(to: position)
        worldEvents.add(.rewind(to: position), at: lifecycle.played)
        playOn(isRewind: true)
    }

    private mutating func playOn(isRewind: Bool) {
        let texts = instructions.playOn(from: lifecycle.timeline, isRewind: isRewind)
        for text in texts { worldEvents.add(.instruction(text), at: lifecycle.played) }
    }
}

extension TravelRecord {
    /// The data of enter-travel.
    func entrance(at now: Timestamp) -> JSONValue {
        [
            "encryptedTravelId": .string(id), "encryptedWorldId": .string(world.id),
            "mode": JSONValue(model.mode), "creationModel": .string(world.plan.creationModel),
            "playUrl": nil, "firstFrame": world.firstFrame(at: now),
            "rtcConfig": channel?.rtcConfig ?? .null,
            "version": .string(model.version), "aspectRatio": JSONValue(world.plan.aspectRatio),
            "noStreamAutoEndTimeoutSec": .integer(noStreamAutoEndTimeout.components.seconds),
            "maxExperienceTimeSec": JSONValue(maxExperienceTimeSec),
        ]
    }

    /// The data of status.
    var statusData: JSONValue {
        let status = lifecycle.status
        guard status != .failed else { return failedData }
        let hasTimeline = model == .directing && lifecycle.played != nil
        let pools = model == .adventure && status == .running
        return [
            "encryptedTravelId": .string(id), "status": .string(status.rawValue),
            "rtcStatus": status == .running ? "PUSHING" : nil,
            "updateTime": .string(lifecycle.updatedAt.iso),
            "userInstructions": model != .adventure ? instructions.json : nil,
            "chapters": hasTimeline ? Chapters.json(of: self) : nil,
            "characterActions": .array(pools ? actions.character.map(JSONValue.string) : []),
            "environmentActions": .array(pools ? actions.environment.map(JSONValue.string) : []),
        ]
    }

    private var failedData: JSONValue {
        [
            "encryptedTravelId": .string(id), "status": "failed", "rtcStatus": nil,
            "updateTime": nil, "userInstructions": nil, "chapters": nil, "characterActions": nil,
            "environmentActions": nil, "errorCode": JSONValue(lifecycle.errorCode),
            "errorMessage": "The travel stopped because of a problem.",
        ]
    }

    /// The item of a list.
    func item(durationIsNull: Bool) -> JSONValue {
        var data: JSONObject = [
            "encryptedTravelId": .string(id), "status": .string(lifecycle.status.rawValue),
            "mode": JSONValue(model.mode), "encryptedWorldId": .string(world.id),
            "durationSec": durationIsNull ? nil : durationSec,
            "createdAt": .string(lifecycle.createdAt.iso),
            "endedAt": JSONValue(lifecycle.endedAt?.iso),
        ]
        if let errorCode = lifecycle.errorCode {
            data["errorCode"] = .string(errorCode)
            data["errorMessage"] = "The travel failed."
        }
        return .object(data)
    }

    /// The data of end.
    func ending(durationIsNull: Bool) -> JSONValue {
        var data: JSONObject = [
            "encryptedTravelId": .string(id), "status": .string(lifecycle.status.rawValue),
        ]
        // Directing omits these keys after a success.
        if model != .directing || lifecycle.errorCode != nil {
            data["errorCode"] = JSONValue(lifecycle.errorCode)
            data["errorMessage"] = lifecycle.errorCode == nil ? .null : "The travel has failed."
        }
        data["endedAt"] = JSONValue(lifecycle.endedAt?.iso)
        data["durationSec"] = durationIsNull ? .null : durationSec
        return .object(data)
    }

    /// Seconds played by a completed travel.
    private var durationSec: JSONValue {
        guard lifecycle.status == .completed, let played = lifecycle.played else { return .null }
        return .integer(played.components.seconds)
    }
}

/// The RTC channel of a travel, as `rtcConfig` describes it.
struct RTCChannel: Equatable, Sendable {
    let id: String
    let appId: String
    /// The token of the channel.
    let token: String
    /// The signalling URL, nil without media.
    let signalingURL: String?

    /// The four members of the platform, and `signalingUrl`, which is this project's.
    var rtcConfig: JSONValue {
        var object: JSONObject = [
            "channelId": .string(id), "appId": .string(appId), "token": .string(token),
            "userId": "user_1",
        ]
        object["signalingUrl"] = signalingURL.map(JSONValue.string)
        return .object(object)
    }
}
