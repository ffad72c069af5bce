// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// A Travel in a World.
struct Travel: Sendable {
    let id: String
    let world: World
    /// How the client reaches the picture; nil when it cannot.
    let channel: Channel?
    let noStreamAutoEndTimeout: Duration
    /// What the server applies, in seconds; Adventure only.
    let maxExperienceTimeSec: Int?
    var lifecycle: TravelLifecycle
    var instructions = Instructions()
    /// The other half of what happened: for the world that is painted.
    var journal = Journal()
    var actions = ActionPools()
    /// Whether the pools are those of the painted world, not set ones.
    var followsScenery = false
    var mediaFaults = MediaFaults()
    /// Made for a person to watch: it has no client that polls, and lives as long as it is watched.
    var isDemonstration = false
    /// The newest `clientStreamStatus` of the polls: all that is known of the client's picture.
    var clientStreamStatus: String?
    var clientStreamStatusTimeMs: Int64?
    /// The acts of the newest update-script.
    var acts: [JSONValue]?

    var model: Model { world.model }
    var isScripted: Bool { world.plan.creationModel == "scriptlist" }

    /// Lets the time pass.
    mutating func advance(to now: Moment) { lifecycle.advance(to: now) }
}

extension Travel {
    /// Does what a text asks for, now or after the resume.
    mutating func instruct(_ text: String, by settings: Settings) throws(Refusal) {
        guard !isScripted else {
            throw .business(403_006, "Not available for this creation model.")
        }
        let isPlaying = lifecycle.status == .running
        guard isPlaying || lifecycle.status == .paused else { throw .conflict }
        try settings.moderate([text])
        instructions.add(text, at: lifecycle.timeline, isPlaying: isPlaying)
        if isPlaying { journal.add(.instruction(text), at: lifecycle.played) }
    }

    mutating func resume() throws(Refusal) {
        try lifecycle.resume()
        playOn(isRewind: false)
    }

    mutating func rewind(to position: Duration) throws(Refusal) {
        try lifecycle.rewind(to: position)
        journal.add(.rewind(to: position), at: lifecycle.played)
        playOn(isRewind: true)
    }

    private mutating func playOn(isRewind: Bool) {
        let texts = instructions.playOn(from: lifecycle.timeline, isRewind: isRewind)
        for text in texts { journal.add(.instruction(text), at: lifecycle.played) }
    }
}

extension Travel {
    /// The data of enter-travel.
    func entrance(at now: Moment) -> JSONValue {
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
            "errorMessage": "The session stopped because of a problem.",
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
        // Directing leaves the keys out when all went well.
        if model != .directing || lifecycle.errorCode != nil {
            data["errorCode"] = JSONValue(lifecycle.errorCode)
            data["errorMessage"] = lifecycle.errorCode == nil ? .null : "The travel has failed."
        }
        data["endedAt"] = JSONValue(lifecycle.endedAt?.iso)
        data["durationSec"] = durationIsNull ? .null : durationSec
        return .object(data)
    }

    /// Seconds played by a Travel that ended well.
    private var durationSec: JSONValue {
        guard lifecycle.status == .completed, let played = lifecycle.played else { return .null }
        return .integer(played.components.seconds)
    }
}
