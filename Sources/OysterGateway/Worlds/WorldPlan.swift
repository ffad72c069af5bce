// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// A validated `POST worlds` request.
struct WorldPlan: Sendable {
    var name = "New World"
    var isAsync = true
    var creationModel = "simple"
    var prompt: String?
    var eventStyle: String?
    var perspective: String?
    var uploadMode: String?
    var resolution: String?
    var aspectRatio: String?
    var layout: String?
    var narrative: String?
    var refWorldId: String?
    var hasFirstFrameImage = false
    /// The number of input images, nil when none were sent.
    var inputImages: Int?
    var scriptList: JSONObject?
}

extension WorldPlan {
    /// The title that viewers see: the prompt, or the name without one.
    var title: String { prompt ?? name }

    /// Reads the body by the rules of a model.
    init(_ body: Fields, for model: Model) throws(Refusal) {
        isAsync = try body.flag("async") ?? true
        if let mode = body["mode"], mode != JSONValue(model.mode) {
            throw body.bad("mode", "must be \(model.mode) on this route, or absent")
        }
        refWorldId = body["refWorldId"] == nil ? nil : try body.identifier("refWorldId")
        switch model {
        case .adventure: try readAdventure(body)
        case .acting: try readActing(body)
        case .directing:
            creationModel = try body.choice("creationModel", ["simple", "scriptlist"]) ?? "simple"
            if creationModel == "simple" { try readSimple(body) } else { try readScript(body) }
        }
    }

    private mutating func readPrompt(_ body: Fields) throws(Refusal) {
        let text = try body.filledText("prompt", longest: 2000)
        prompt = text
        name = text.split(whereSeparator: \.isWhitespace).prefix(3).joined(separator: " ")
    }

    private mutating func readFirstFrame(
        _ body: Fields,
        isRequired: Bool,
        _ ratio: ClosedRange<Double>
    ) throws(Refusal) {
        guard let image = try body.object("firstFrameImage") else {
            guard !isRequired else { throw body.bad("firstFrameImage", "is missing") }
            return
        }
        try ImageRule.check(image, ratio: ratio)
        hasFirstFrameImage = true
    }

    private mutating func readAdventure(_ body: Fields) throws(Refusal) {
        try readPrompt(body)
        try readFirstFrame(body, isRequired: true, ImageRule.landscape)
        guard let view = try body.choice("perspective", ["first_person", "third_person"]) else {
            throw body.bad("perspective", "is missing")
        }
        perspective = view
        _ = try body.choice("creationModel", ["simple"])
        uploadMode = try body.choice("uploadMode", ["first_frame"]) ?? "first_frame"
        eventStyle = try readEventStyle(body)
    }

    private mutating func readActing(_ body: Fields) throws(Refusal) {
        try readPrompt(body)
        _ = try body.choice("creationModel", ["simple"])
        uploadMode = try body.choice("uploadMode", ["first_frame"]) ?? "first_frame"
        resolution = try body.choice("resolution", ["480p", "720p"]) ?? "480p"
        let ratio = try body.choice("aspectRatio", ["9:16", "16:9"]) ?? "9:16"
        aspectRatio = ratio
        try readFirstFrame(
            body,
            isRequired: true,
            ratio == "9:16" ? ImageRule.portrait : ImageRule.landscape
        )
        // For compatibility the platform repeats the upload mode here.
        eventStyle = uploadMode
    }

    private mutating func readSimple(_ body: Fields) throws(Refusal) {
        try readPrompt(body)
        try readResolution(body)
        layout = try body.choice("layout", ["Stable", "Fast", "Calm"])
        narrative = try body.choice("narrative", ["Calm", "Dramatic", "Normal", "Steady"])
        eventStyle = try readEventStyle(body)
        try readFirstFrame(body, isRequired: false, ImageRule.landscape)
        guard let images = try body.objects("inputImages", count: 0...6) else { return }
        for image in images { try ImageRule.check(image, ratio: ImageRule.landscape) }
        inputImages = images.count
    }

    private mutating func readScript(_ body: Fields) throws(Refusal) {
        let simpleOnly = [
            "prompt", "narrative", "inputImages", "layout", "perspective", "uploadMode",
            "eventStyle",
        ]
        for name in simpleOnly where body[name] != nil {
            throw body.bad(name, "is not supported with creationModel scriptlist")
        }
        try readResolution(body)
        try readFirstFrame(body, isRequired: true, ImageRule.landscape)
        guard let list = try body.object("scriptList") else {
            throw body.bad("scriptList", "is missing")
        }
        scriptList = try ScriptRule.stored(list)
        name = try list.text("videoTitle") ?? name
        eventStyle = "normal"
    }

    private mutating func readResolution(_ body: Fields) throws(Refusal) {
        guard let value = try body.choice("resolution", ["480p", "720p"]) else {
            throw body.bad("resolution", "is missing")
        }
        resolution = value
    }

    private func readEventStyle(_ body: Fields) throws(Refusal) -> String {
        try body.choice("eventStyle", ["normal", "dramatic", "regular"]) ?? "normal"
    }
}
