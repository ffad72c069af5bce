// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The rules of a `scriptList`.
enum ScriptRule {
    /// The number of acts that update-script requires, and the maximum for creation.
    static let mostActs = 45
    /// Duration of an act in seconds: one block of the timeline.
    static let actLasts = 4

    private static let longestOfAll = 100_000
    private static let cameraTypes = [
        "Static", "Tracking", "Pan Left", "Pan Right", "Tilt Up", "Tilt Down", "Push-in",
        "Pull-out", "POV Forward", "POV Look Down", "POV Look Up", "POV Turn Left",
        "POV Turn Right",
    ]
    private static let shotSizes = ["Wide", "Medium", "Close-up"]
    private static let cuts = [
        "long-take", "hard-cut", "cut-in", "cut-out", "cutaway", "cutback",
        "camera movement transition",
    ]
    private static let texts = [
        ("videoTitle", 128), ("scene", 64), ("style", 64), ("speed", 64), ("language", 64),
        ("setting", 2000), ("soundtrack", 500), ("prologue", 1000),
    ]

    /// Checks a script and returns it with complete acts.
    static func stored(_ list: Fields) throws(Refusal) -> JSONObject {
        _ = try list.filledText("synopsis", longest: 2000)
        for (name, longest) in texts { _ = try list.text(name, longest: longest) }
        try checkTags(list)
        for subject in try list.objects("subjects", count: 0...6) ?? [] {
            try checkSubject(subject)
        }
        var stored = list.object
        stored["acts"] = .array(try acts(list, count: 1...mostActs))
        return stored
    }

    /// Checks the acts and returns them complete, in playing order.
    static func acts(_ list: Fields, count: ClosedRange<Int>) throws(Refusal) -> [JSONValue] {
        guard let acts = try list.objects("acts", count: count) else {
            throw list.bad("acts", "is missing")
        }
        var byTurn: [Int: Fields] = [:]
        var total = 0
        for (index, act) in acts.enumerated() {
            total += try act.filledText("content", longest: 2000).unicodeScalars.count
            let turn = try self.turn(of: act, position: index + 1)
            guard byTurn.updateValue(act, forKey: turn) == nil else {
                throw act.bad("turn", "must be unique")
            }
        }
        guard total <= longestOfAll else {
            throw list.bad("acts", "must hold at most \(longestOfAll) characters together")
        }
        var completed: [JSONValue] = []
        var cutBefore = ""
        for (turn, act) in byTurn.sorted(by: { $0.key < $1.key }) {
            let cut = try act.choice("cut", cuts) ?? "long-take"
            guard cut != "cutback" || cutBefore == "cutaway" else {
                throw act.bad("cut", "cutback must follow a cutaway")
            }
            cutBefore = cut
            completed.append([
                "turn": JSONValue(turn), "content": act["content"] ?? nil,
                "cameraType": .string(try act.choice("cameraType", cameraTypes) ?? "Static"),
                "shotSize": .string(try act.choice("shotSize", shotSizes) ?? "Medium"),
                "cut": .string(cut),
            ])
        }
        return completed
    }

    private static func turn(of act: Fields, position: Int) throws(Refusal) -> Int {
        guard let value = act["turn"] else { return position }
        guard case .integer(let number) = value, (1...Int64(mostActs)).contains(number) else {
            throw act.bad("turn", "must be an integer from 1 to \(mostActs)")
        }
        return Int(number)
    }

    private static func checkTags(_ list: Fields) throws(Refusal) {
        guard let value = list["videoTags"] else { return }
        let isValid = value.arrayValue.map { tags in
            tags.count <= 20
                && tags.allSatisfy { ($0.stringValue?.unicodeScalars.count ?? .max) <= 32 }
        }
        guard isValid == true else {
            throw list.bad("videoTags", "must be at most 20 strings of at most 32 characters")
        }
    }

    private static func checkSubject(_ subject: Fields) throws(Refusal) {
        for name in ["label", "name", "gender", "position", "ethnicity", "age"] {
            _ = try subject.text(name, longest: 64)
        }
        _ = try subject.text("appearance", longest: 500)
        _ = try subject.text("voice", longest: 200)
        _ = try subject.choice("type", ["character", "animal", "creature", "narrator"])
        if let image = try subject.object("refImage") {
            try ImageRule.check(image, ratio: nil)
        }
    }
}
