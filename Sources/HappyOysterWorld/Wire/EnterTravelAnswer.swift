// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// What the server answers to enter-travel.
///
/// The id alone is required: with it the travel can be ended, so an answer that has one is never
/// thrown away. Source: Open API `travels/enter-travel`.
package struct EnterTravelAnswer: Equatable, Sendable {
    /// Waiting time for a stream when the server names none.
    package static let defaultNoStreamTimeout: Duration = .seconds(30)

    /// Most strings in an rtcConfig: each is a secret that is looked for in every foreign text.
    static let mostTexts = 64

    package let travel: OysterStartTravelData
    /// Where to join, a secret; nil means that this travel cannot be played.
    package private(set) var rtcConfig: JSONValue?
    package let noStreamTimeout: Duration

    /// Reads the data of an answer; the name of the model tells the mode when nothing else does.
    package init(_ data: JSONObject, model: String = "") throws(OysterSDKError) {
        let fields = FieldReader(object: data)
        let version = fields.text("version") ?? ""
        travel = OysterStartTravelData(
            encryptedTravelId: try fields.required("encryptedTravelId"),
            encryptedWorldId: fields.text("encryptedWorldId") ?? "",
            mode: OysterModeValue(wire: data["mode"])
                ?? OysterModeValue(version: version) ?? OysterModeValue(model: model) ?? .unknown,
            playUrl: fields.text("playUrl"),
            firstFrame: fields.text("firstFrame"),
            version: version,
            aspectRatio: AspectRatio(wire: data["aspectRatio"])?.text,
            creationModel: EnterTravelAnswer.creationModel(fields.text("creationModel")),
            maxExperienceTimeSec: fields.integer("maxExperienceTimeSec"),
            bgmUrl: fields.text("bgmUrl")
        )
        rtcConfig = EnterTravelAnswer.rtcConfig(data["rtcConfig"])
        noStreamTimeout =
            fields.number("noStreamAutoEndTimeoutSec").map { .seconds(min(max($0, 1), 86_400)) }
            ?? EnterTravelAnswer.defaultNoStreamTimeout
    }

    /// The same answer for a travel that is over.
    var withoutSecrets: EnterTravelAnswer {
        var copy = self
        copy.rtcConfig = nil
        return copy
    }

    /// The strings of the rtcConfig, for the redactor.
    package var secrets: [Secret] { rtcConfig.map(EnterTravelAnswer.strings) ?? [] }

    /// The known words in their own spelling, any other as it is; `simple` when there is none.
    private static func creationModel(_ text: String?) -> String {
        let word = Word(text ?? "").text
        if ["scriptlist", "simple"].contains(word) { return word }
        return word.isEmpty ? "simple" : text ?? ""
    }

    /// An object whose strings are few and short enough to be kept secret.
    private static func rtcConfig(_ value: JSONValue?) -> JSONValue? {
        guard let object = value?.objectValue else { return nil }
        let config = JSONValue.object(object)
        let texts = strings(config)
        let isBounded =
            texts.count <= mostTexts
            && texts.allSatisfy { $0.exposed.utf8.count <= FieldReader.longestString }
        // Never a bare nil: that would be JSON's null here.
        return isBounded ? config : Optional<JSONValue>.none
    }

    private static func strings(_ value: JSONValue) -> [Secret] {
        switch value {
        case .string(let text): [Secret(text)]
        case .array(let elements): elements.flatMap(strings)
        case .object(let object): object.members.flatMap { strings($0.value) }
        case .null, .bool, .integer, .number, .unreadable: []
        }
    }
}
