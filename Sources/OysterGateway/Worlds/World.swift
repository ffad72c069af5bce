// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// A World that was ordered, being built, ready or failed by the time of day.
struct World: Sendable {
    enum Status: String, Sendable {
        case generating
        case ready
        case failed
    }

    let id: String
    let model: Model
    let plan: WorldPlan
    let createdAt: Moment
    let builtAt: Moment
    /// The code with which building will fail.
    let failure: String?
    /// Whether build-status tells why it failed.
    let showsFailure: Bool
    var isDeleted = false

    func status(at now: Moment) -> Status {
        guard now >= builtAt else { return .generating }
        return failure == nil ? .ready : .failed
    }

    /// The address of the first frame; nothing is served there before the video world exists.
    func firstFrame(at now: Moment) -> JSONValue {
        status(at: now) == .ready ? .string(mediaURL("first-frame.jpg")) : .null
    }

    func mediaURL(_ file: String) -> String { "https://media.oyster.invalid/\(id)/\(file)" }
}

extension World {
    /// The data of create and, with `isPoll`, of build-status.
    func build(at now: Moment, isPoll: Bool) -> JSONValue {
        let status = status(at: now)
        var data: JSONObject = [
            "encryptedWorldId": .string(id), "status": .string(status.rawValue),
            "firstFrame": firstFrame(at: now),
        ]
        if isPoll, status == .ready {
            data["name"] = .string(plan.name)
            data["mode"] = JSONValue(model.mode)
        }
        if isPoll, status == .failed, showsFailure {
            data["errorCode"] = JSONValue(failure)
            data["errorMessage"] = "The world could not be built."
        }
        return .object(data)
    }

    /// The item of a list.
    func item(at now: Moment) -> JSONValue {
        [
            "encryptedWorldId": .string(id), "name": .string(plan.name),
            "status": .string(status(at: now).rawValue), "mode": JSONValue(model.mode),
            "previewUrl": nil, "createdAt": .string(createdAt.iso),
            "perspective": JSONValue(plan.perspective),
            "creationModel": .string(plan.creationModel),
            "uploadMode": JSONValue(plan.uploadMode),
        ]
    }

    /// The data of detail.
    func detail(at now: Moment) -> JSONValue {
        var data: JSONObject = [
            "encryptedWorldId": .string(id), "name": .string(plan.name),
            "status": .string(status(at: now).rawValue), "mode": JSONValue(model.mode),
            "creationModel": .string(plan.creationModel), "prompt": JSONValue(plan.prompt),
            "eventStyle": JSONValue(plan.eventStyle), "perspective": JSONValue(plan.perspective),
            "uploadMode": JSONValue(plan.uploadMode), "resolution": JSONValue(plan.resolution),
            "aspectRatio": JSONValue(plan.aspectRatio), "layout": JSONValue(plan.layout),
            "narrative": JSONValue(plan.narrative), "refWorldId": JSONValue(plan.refWorldId),
            "firstFrameImage": plan.hasFirstFrameImage ? image("first-frame.jpg") : nil,
            "inputImages": plan.inputImages.map { count in
                .array((0..<count).map { image("input-\($0).jpg") })
            } ?? nil,
            "scriptList": plan.scriptList.map(JSONValue.object) ?? nil, "previewUrl": nil,
            "createdAt": .string(createdAt.iso),
            "updatedAt": .string(min(now, builtAt).iso),
        ]
        if model != .directing {
            for name in ["sceneImage", "roleImage", "scenePrompt", "rolePrompt"] {
                data[name] = .null
            }
        }
        return .object(data)
    }

    /// An image as the platform stored it; what was sent is not echoed.
    private func image(_ file: String) -> JSONValue {
        ["url": .string(mediaURL(file)), "referenceType": "default"]
    }
}
