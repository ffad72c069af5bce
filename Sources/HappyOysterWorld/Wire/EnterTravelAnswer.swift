// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

/// What the server answers to enter-travel.
///
/// Source: Open API `travels/enter-travel`.
package struct EnterTravelAnswer: Equatable, Sendable {
    /// Waiting time for a stream when the server names none.
    package static let defaultNoStreamTimeout: Duration = .seconds(30)

    /// Most strings in an rtcConfig: each is a secret that is looked for in every foreign text.
    static let mostTexts = 64

    package let travel: OysterStartTravelData
    /// Where to join, a secret; nil means that this travel cannot be played.
    package private(set) var rtcConfig: JSONValue?
    package let noStreamTimeout: Duration

    package init(_ data: JSONObject) throws(OysterSDKError) {
        let fields = FieldReader(object: data)
        guard let mode = OysterModeValue(wire: data["mode"]) else { throw fields.wrong("mode") }
        travel = OysterStartTravelData(
            encryptedTravelId: try fields.string("encryptedTravelId"),
            encryptedWorldId: try fields.optionalString("encryptedWorldId") ?? "",
            mode: mode,
            playUrl: try fields.optionalString("playUrl"),
            firstFrame: try fields.optionalString("firstFrame"),
            version: try fields.optionalString("version") ?? "",
            aspectRatio: try fields.optionalString("aspectRatio"),
            creationModel: try fields.optionalString("creationModel") ?? "simple",
            maxExperienceTimeSec: try fields.optionalInteger("maxExperienceTimeSec"),
            bgmUrl: try fields.optionalString("bgmUrl")
        )
        rtcConfig = try fields.optionalObject("rtcConfig")
        let texts = rtcConfig.map(EnterTravelAnswer.strings) ?? []
        guard texts.count <= EnterTravelAnswer.mostTexts,
            texts.allSatisfy({ $0.exposed.utf8.count <= FieldReader.longestString })
        else { throw fields.wrong("rtcConfig") }
        let timeout = try fields.optionalInteger("noStreamAutoEndTimeoutSec")
        noStreamTimeout =
            timeout.map { .seconds(min(max($0, 1), 86_400)) }
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

    private static func strings(_ value: JSONValue) -> [Secret] {
        switch value {
        case .string(let text): [Secret(text)]
        case .array(let elements): elements.flatMap(strings)
        case .object(let object): object.members.flatMap { strings($0.value) }
        case .null, .bool, .integer, .number: []
        }
    }
}
