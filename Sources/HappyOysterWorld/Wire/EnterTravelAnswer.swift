// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// What the server answers to enter-travel.
///
/// Only the id is required: an answer with an id is always accepted, so that its travel can be
/// ended. Source: Open API `travels/enter-travel`.
package struct EnterTravelAnswer: Equatable, Sendable {
    /// The server's time without a stream when the answer has none.
    package static let defaultNoStreamTimeout: Duration = .seconds(30)

    /// Most strings in an rtcConfig: each is a secret that the redactor searches in foreign texts.
    static let mostTexts = 64

    package let travel: OysterStartTravelData
    /// The channel to join, a secret; nil when this travel cannot be played.
    package let rtcConfig: JSONValue?
    /// Why there is no `rtcConfig`, without its content.
    package let rtcConfigFlaw: String
    package let noStreamTimeout: Duration

    /// Reads the data of an answer; the name of the model gives the mode when no field does.
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
        let wire = data["rtcConfig"] ?? .null
        rtcConfig = EnterTravelAnswer.rtcConfig(wire)
        rtcConfigFlaw =
            if wire == .null {
                "rtcConfig is null"
            } else if wire.objectValue == nil {
                "rtcConfig is not an object"
            } else {
                "rtcConfig has too many or too long texts"
            }
        noStreamTimeout =
            fields.number("noStreamAutoEndTimeoutSec").map { .seconds(min(max($0, 1), 86_400)) }
            ?? EnterTravelAnswer.defaultNoStreamTimeout
    }

    /// The strings of the rtcConfig, for the redactor.
    package var secrets: [Secret] { rtcConfig.map(EnterTravelAnswer.strings) ?? [] }

    /// A known word in its own spelling, another word unchanged; `simple` when there is none.
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
        // A bare nil would be JSON's null here.
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

/// The aspect ratio of a video as `width:height`; other texts of later servers are kept.
struct AspectRatio {
    /// The ratios that the service documents.
    private static let known = [("16:9", 16.0 / 9), ("9:16", 9.0 / 16)]
    /// How far a rounded number may be from a known ratio.
    private static let tolerance = 0.01

    let text: String

    /// Reads a text, or a number from 0.01 to 100 such as 1.78; nil for any other value.
    init?(wire: JSONValue?) {
        guard let wire else { return nil }
        if let number = wire.plainNumber {
            guard (0.01...100).contains(number) else { return nil }
            let near = AspectRatio.known.first {
                abs($0.1 - number) <= $0.1 * AspectRatio.tolerance
            }
            text = near?.0 ?? (JSONValue.number(number).plainText ?? "1") + ":1"
        } else if let word = wire.stringValue, (1...64).contains(word.utf8.count) {
            text = word
        } else {
            return nil
        }
    }
}
