// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The chapters of a Directing timeline: four acts of four seconds each.
enum Chapters {
    private static let actsPerChapter = 4

    /// The chapters that have begun.
    static func json(of travel: Travel) -> JSONValue {
        let lasts = actsPerChapter * ScriptRule.actLasts
        let last = (ScriptRule.mostActs - 1) / actsPerChapter
        let position = Int(travel.lifecycle.timeline.components.seconds)
        return .array((0...min(last, position / lasts)).map { chapter(index: $0, of: travel) })
    }

    private static func chapter(index: Int, of travel: Travel) -> JSONValue {
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

    /// The text of a chapter's first act, or what the World was asked for.
    private static func brief(act: Int, of travel: Travel) -> JSONValue {
        let acts = travel.acts ?? travel.world.plan.scriptList?["acts"]?.arrayValue ?? []
        guard acts.indices.contains(act), let content = acts[act]["content"] else {
            return .string(travel.world.plan.title)
        }
        return content
    }
}
