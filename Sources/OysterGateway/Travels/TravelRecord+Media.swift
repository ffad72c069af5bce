// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

extension TravelRecord {
    /// The data of artifacts for a completed travel.
    func artifacts(_ progress: Settings.Artifacts) -> JSONValue {
        let composed: (compose: String, states: [String]) =
            switch progress {
            case .ready: ("ready", ["ready", "ready", "ready"])
            case .partial: ("partial", ["ready", "processing", "unavailable"])
            case .processing, .none: ("processing", ["processing", "processing", "processing"])
            }
        let resolution = JSONValue(world.plan.resolution ?? "480p")
        return [
            "encryptedTravelId": .string(id), "composeStatus": .string(composed.compose),
            "video": [
                "original": variant("original.mp4", "ready", resolution),
                "withWatermark": variant("watermark.mp4", composed.states[0]),
                "withInstruction": variant("instruction.mp4", composed.states[1]),
                "withInstructionAndWatermark": variant("all.mp4", composed.states[2]),
            ],
        ]
    }

    private func variant(
        _ file: String,
        _ status: String,
        _ resolution: JSONValue = .null
    ) -> JSONValue {
        let isReady = status == "ready"
        return [
            "url": isReady ? .string("https://media.oyster.invalid/\(id)/\(file)") : nil,
            "status": .string(status), "resolution": resolution,
            "durationSec": isReady
                ? .integer(lifecycle.played?.components.seconds ?? 0) : .null,
        ]
    }
}

/// The chapters of a directing timeline: four acts of four seconds each.
enum Chapters {
    private static let actsPerChapter = 4

    /// The chapters that have started.
    static func json(of travel: TravelRecord) -> JSONValue {
        let lasts = actsPerChapter * ScriptRule.actLasts
        let last = (ScriptRule.mostActs - 1) / actsPerChapter
        let position = Int(travel.lifecycle.timeline.components.seconds)
        return .array((0...min(last, position / lasts)).map { chapter(index: $0, of: travel) })
    }

    private static func chapter(index: Int, of travel: TravelRecord) -> JSONValue {
        let first = index * actsPerChapter
        let last = min(first + actsPerChapter, ScriptRule.mostActs)
        return [
            "chapterId": JSONValue(index + 1), "title": .string("Chapter \(index + 1)"),
            "brief": brief(act: first, of: travel),
            "actRange": [JSONValue(first), JSONValue(last)],
            "startTime": JSONValue(first * ScriptRule.actLasts),
            "endTime": JSONValue(last * ScriptRule.actLasts),
            "chapterImage": .string(travel.world.mediaURL("chapter-\(index + 1).jpg")),
        ]
    }

    /// The text of the chapter's first act, or the title of the world.
    private static func brief(act: Int, of travel: TravelRecord) -> JSONValue {
        let acts = travel.acts ?? travel.world.plan.scriptList?["acts"]?.arrayValue ?? []
        guard acts.indices.contains(act), let content = acts[act]["content"] else {
            return .string(travel.world.plan.title)
        }
        return content
    }
}
