// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// A world as the gateway stores it.
///
/// Its status depends on the time.
struct WorldRecord: Sendable {
    enum Status: String, Sendable {
        case generating
        case ready
        case failed
    }

    let id: String
    let model: Model
    let plan: WorldPlan
    let createdAt: Timestamp
    let builtAt: Timestamp
    /// The error code of the build, nil when it succeeds.
    let failure: String?
    /// Whether build-status reports the error code.
    let showsFailure: Bool
    var isDeleted = false

    func status(at now: Timestamp) -> Status {
        guard now >= builtAt else { return .generating }
        return failure == nil ? .ready : .failed
    }

    /// The URL of the first frame, at which nothing is served.
    func firstFrame(at now: Timestamp) -> JSONValue {
        status(at: now) == .ready ? .string(mediaURL("first-frame.jpg")) : .null
    }

    func mediaURL(_ file: String) -> String { "https://media.oyster.invalid/\(id)/\(file)" }
}

extension WorldRecord {
    /// The data of create and, with `isPoll`, of build-status.
    func build(at now: Timestamp, isPoll: Bool) -> JSONValue {
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
    func item(at now: Timestamp) -> JSONValue {
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
    func detail(at now: Timestamp) -> JSONValue {
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

    /// An image as the platform stores it; it differs from the one that was sent.
    private func image(_ file: String) -> JSONValue {
        ["url": .string(mediaURL(file)), "referenceType": "default"]
    }
}
