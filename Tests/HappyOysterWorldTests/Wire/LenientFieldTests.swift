// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// Fields that the library reads, in every clear spelling, and in unclear ones.
@Suite struct LenientFieldTests {
    /// A field, a value as a server may write it, and what is read.
    struct Row: Sendable, CustomTestStringConvertible {
        let key: String
        let value: String
        let read: String

        init(_ key: String, _ value: String, _ read: String) {
            (self.key, self.value, self.read) = (key, value, read)
        }

        var testDescription: String { "\(key): \(value.prefix(30)) → \(read)" }
    }

    /// Values that only a list or an object can have.
    static let junk = [
        "true", "[1]", "{}", #"{"a":1}"#, "1e400", #""\ud800""#, #""a\u0000b""#,
        #"{"a":1,"a":2}"#,
    ]

    static func answer(_ fields: [(String, String)]) throws -> JSONObject {
        let members = fields.map { #""\#($0.0)":\#($0.1)"# }.joined(separator: ",")
        return try Envelope.open(.text(#"{"code":0,"data":{\#(members)}}"#))
            .data
    }

    static let entry = [
        ("encryptedTravelId", #""t-1""#), ("encryptedWorldId", #""w-1""#), ("mode", "3"),
        ("creationModel", #""simple""#), ("playUrl", "null"),
        ("firstFrame", #""https://cdn.example.test/f.jpg""#),
        ("rtcConfig", #"{"token":"secret-token"}"#), ("version", #""actingV2""#),
        ("aspectRatio", #""9:16""#), ("noStreamAutoEndTimeoutSec", "20"),
        ("maxExperienceTimeSec", "60"), ("bgmUrl", "null"),
    ]

    static func entry(_ key: String, _ value: String) throws -> EnterTravelAnswer {
        try EnterTravelAnswer(answer(entry.map { ($0.0, $0.0 == key ? value : $0.1) }))
    }

    static let entryRows = [
        Row("encryptedTravelId", "17", "17"),
        Row("encryptedTravelId", "1790000123456789012", "1790000123456789012"),
        Row("encryptedWorldId", "17", "17"),
        Row("mode", #""1""#, "adventure"), Row("mode", "1.0", "adventure"),
        Row("mode", #"" Directing ""#, "directing"), Row("mode", "7", "7"),
        Row("mode", #""dreaming""#, "dreaming"),
        Row("creationModel", #"" ScriptList ""#, "scriptlist"),
        Row("creationModel", #""SIMPLE""#, "simple"),
        Row("creationModel", #""branching""#, "branching"), Row("creationModel", #""""#, "simple"),
        Row("version", "2", "2"), Row("version", "2.0", "2"), Row("version", "1.5", "1.5"),
        Row("aspectRatio", "1.78", "16:9"), Row("aspectRatio", #""1.7778""#, "16:9"),
        Row("aspectRatio", "0.5625", "9:16"), Row("aspectRatio", "2", "2:1"),
        Row("aspectRatio", "1.25", "1.25:1"), Row("aspectRatio", #""21:9""#, "21:9"),
        Row("aspectRatio", "0", "nil"), Row("aspectRatio", "-1.78", "nil"),
        Row("noStreamAutoEndTimeoutSec", #""45""#, "45.0 seconds"),
        Row("noStreamAutoEndTimeoutSec", #"" 45.0 ""#, "45.0 seconds"),
        Row("noStreamAutoEndTimeoutSec", "45.5", "45.5 seconds"),
        Row("noStreamAutoEndTimeoutSec", "-3", "1.0 seconds"),
        Row("noStreamAutoEndTimeoutSec", "1e300", "86400.0 seconds"),
        Row("noStreamAutoEndTimeoutSec", "1790000123456789012", "86400.0 seconds"),
        Row("noStreamAutoEndTimeoutSec", #""soon""#, "30.0 seconds"),
        Row("noStreamAutoEndTimeoutSec", #""0x10""#, "30.0 seconds"),
        Row("noStreamAutoEndTimeoutSec", #""nan""#, "30.0 seconds"),
        Row("noStreamAutoEndTimeoutSec", #""""#, "30.0 seconds"),
        Row("maxExperienceTimeSec", #""90""#, "90"), Row("maxExperienceTimeSec", "90.0", "90"),
        Row("maxExperienceTimeSec", "90.5", "nil"),
        Row("maxExperienceTimeSec", "1790000123456789012", "nil"),
        Row("firstFrame", "7", "7"), Row("playUrl", #""https://a""#, "https://a"),
    ]

    private func shown(_ answer: EnterTravelAnswer, _ key: String) -> String {
        let travel = answer.travel
        return switch key {
        case "encryptedTravelId": travel.encryptedTravelId
        case "encryptedWorldId": travel.encryptedWorldId
        case "mode": travel.mode.rawValue
        case "creationModel": travel.isScriptlist ? "scriptlist" : travel.creationModel.lowercased()
        case "version": travel.version
        case "aspectRatio": travel.aspectRatio ?? "nil"
        case "noStreamAutoEndTimeoutSec": "\(answer.noStreamTimeout)"
        case "maxExperienceTimeSec": travel.maxExperienceTimeSec.map(String.init) ?? "nil"
        case "firstFrame": travel.firstFrame ?? "nil"
        case "playUrl": travel.playUrl ?? "nil"
        case "bgmUrl": travel.bgmUrl ?? "nil"
        default: answer.rtcConfig == nil ? "nil" : "\(answer.secrets.count) secrets"
        }
    }

    @Test(arguments: entryRows)
    func `the fields of enter-travel are read in every clear spelling`(_ row: Row) throws {
        #expect(try shown(LenientFieldTests.entry(row.key, row.value), row.key) == row.read)
    }

    /// The value of a field that cannot be read.
    static let absent = [
        "encryptedWorldId": "", "mode": "acting", "creationModel": "simple", "playUrl": "nil",
        "firstFrame": "nil", "version": "", "aspectRatio": "nil", "bgmUrl": "nil",
        "noStreamAutoEndTimeoutSec": "30.0 seconds", "maxExperienceTimeSec": "nil",
        "rtcConfig": "nil",
    ]

    @Test(arguments: absent.keys.sorted(), junk)
    func `a field that cannot be read counts as missing`(_ key: String, _ value: String) throws {
        let answer = try LenientFieldTests.entry(key, value)
        #expect(answer.travel.encryptedTravelId == "t-1")
        // Every object can be an rtcConfig.
        if key == "rtcConfig", value.first == "{" { return }
        #expect(shown(answer, key) == LenientFieldTests.absent[key])
        for (other, _) in LenientFieldTests.entry where other != key {
            let usual = try LenientFieldTests.entry("", "")
            #expect(shown(answer, other) == shown(usual, other), "\(other)")
        }
    }

    @Test(arguments: junk + ["null", #""""#, #""  ""#])
    func `enter-travel without an id is 106002`(_ value: String) {
        let error = #expect(throws: OysterSDKError.self) {
            try LenientFieldTests.entry("encryptedTravelId", value)
        }
        #expect(error?.code == 106_002)
        #expect(error?.diagnostics.message?.contains("encryptedTravelId") == true)
    }

    @Test(arguments: [
        ("wanderV2", "adventure"), (" STORYV2", "directing"), ("actingv2", "acting"),
        ("", "unknown"),
    ])
    func `a missing mode follows from the version of enter-travel`(
        _ version: String,
        _ mode: String
    ) throws {
        let data = try LenientFieldTests.answer([
            ("encryptedTravelId", #""t""#), ("version", "\"\(version)\""),
        ])
        #expect(try EnterTravelAnswer(data).travel.mode.rawValue == mode)
    }

    static let statusFields = [
        "encryptedTravelId", "rtcStatus", "updateTime", "userInstructions", "chapters",
        "characterActions", "environmentActions", "errorCode", "errorMessage",
    ]

    @Test(
        arguments: ["failed", "completed", " FAILED ", "paused"],
        junk + ["5", #""text""#, #"[null,{"a":1e400}]"#]
    )
    func `the status is read although every other field is malformed`(
        _ word: String,
        _ value: String
    )
        throws
    {
        let fields =
            LenientFieldTests.statusFields.map { ($0, value) } + [("status", "\"\(word)\"")]
        let answer = try TravelStatusAnswer(LenientFieldTests.answer(fields))
        let expected: [String: TravelStatusAnswer.Status] = [
            "failed": .failed, "completed": .completed, " FAILED ": .failed, "paused": .paused,
        ]
        #expect(answer.status == expected[word])
        let payload = answer.update.json
        #expect(JSONCodec.print(.object(payload)) != nil)
    }

    @Test(arguments: junk + ["null", "1", #""""#])
    func `an answer to a poll without a status is 106002`(_ value: String) {
        let error = #expect(throws: OysterSDKError.self) {
            try TravelStatusAnswer(LenientFieldTests.answer([("status", value)]))
        }
        #expect(error?.code == 106_002)
    }

    @Test(
        arguments: [
            ("500001", "500001"), (#""TRAVEL_RUNTIME_FAILED""#, "TRAVEL_RUNTIME_FAILED"),
            ("true", nil),
            (#""cut \ud83d""#, "cut \u{FFFD}"), (#""a\u0000b""#, "a\u{FFFD}b"), ("[]", nil),
        ] as [(String, String?)]
    )
    func `the reason of a failure is kept as a text`(
        _ value: String,
        _ shown: String?
    ) throws {
        let fields = [("status", #""failed""#), ("errorCode", value), ("errorMessage", value)]
        let answer = try TravelStatusAnswer(LenientFieldTests.answer(fields))
        #expect(answer.errorMessage == shown)
        #expect(answer.errorCode == shown)
    }

    @Test func `a very long reason is cut`() throws {
        let text = String(repeating: "é", count: 300_000)
        let fields = [("status", #""failed""#), ("errorMessage", "\"\(text)\"")]
        let answer = try TravelStatusAnswer(LenientFieldTests.answer(fields))
        #expect(answer.errorMessage?.isEmpty == false)
        #expect(text.hasPrefix(answer.errorMessage ?? "-"))
    }

    @Test(
        arguments: [
            ("8", 8), ("8.0", 8), (#""8""#, 8), (#"" 7.5 ""#, 7.5), ("-1", nil), (#""eight""#, nil),
            ("true", nil), ("1e400", nil), ("null", nil),
        ] as [(String, Double?)]
    )
    func `the second of rewind is read in every clear spelling`(_ value: String, _ second: Double?)
        throws
    {
        let data = try LenientFieldTests.answer([("resumedAtSec", value)])
        guard let second else {
            let error = #expect(throws: OysterSDKError.self) { try RewindAnswer(data) }
            #expect(error?.code == 106_002)
            return
        }
        #expect(try RewindAnswer(data).resumedAtSec == second)
        let other = try LenientFieldTests.answer([
            ("resumedAtSec", #""later""#), ("actualRewindToSec", value),
        ])
        #expect(try RewindAnswer(other).resumedAtSec == second)
    }

    @Test(arguments: [
        ("true", true), ("false", false), (#""true""#, true), (#""False""#, false), ("1", true),
        ("0", false), (#""0""#, false), ("null", true), ("7", true), (#""maybe""#, true),
        ("[]", true), ("1e400", true),
    ])
    func `accepted is read in every clear spelling`(_ value: String, _ isAccepted: Bool) throws {
        let data = try LenientFieldTests.answer([("accepted", value), ("content", value)])
        #expect(InstructAnswer(data).accepted == isAccepted)
        #expect(UpdateScriptAnswer(data).accepted == isAccepted)
    }

    @Test(arguments: [
        ("44", 44), (#""44""#, 44), ("44.0", 44), ("44.5", 45), ("1790000123456789012", 45),
        (#""many""#, 45), ("null", 45), ("{}", 45),
    ])
    func `turnCount is read in every clear spelling`(_ value: String, _ turns: Int)
        throws
    {
        let data = try LenientFieldTests.answer([("turnCount", value)])
        #expect(UpdateScriptAnswer(data).turnCount == turns)
    }

    @Test(
        arguments: [
            ("88", 88), ("88.5", 88.5), (#""88""#, 88), ("-1", nil), ("1e400", nil), ("null", nil),
            (#""long""#, nil), ("[]", nil),
        ] as [(String, Double?)]
    )
    func `durationSec is read in every clear spelling`(
        _ value: String,
        _ seconds: Double?
    ) throws {
        let time = #""2026-09-03T10:02:00Z""#
        let fields = [("durationSec", value), ("endedAt", time), ("status", value)]
        let answer = EndAnswer(try LenientFieldTests.answer(fields))
        #expect(answer.durationSec == seconds)
        #expect(answer.endedAt == "2026-09-03T10:02:00Z")
        #expect(EndAnswer(try LenientFieldTests.answer([("endedAt", value)])).endedAt == nil)
    }
}
