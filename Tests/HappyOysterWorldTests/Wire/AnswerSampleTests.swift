// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import HappyOysterPlatform
import HappyOysterTestSupport
import Testing

@testable import HappyOysterWorld

/// The answers that the library reads, compared with the wire samples.
@Suite struct AnswerSampleTests {
    static let travelId = "u9XcR4eLpZ2mQw7VbN1tKs6JyHd0GfAo3SiUrE8WqTx"

    private func data(_ sample: String) throws -> JSONObject {
        let response = HTTPResponse(status: 200, body: try Repository.sampleBytes(sample))
        return try Envelope.open(response).data
    }

    @Test(
        arguments: [
            ("adventure-response", "adventure", "wanderV2", nil, 90),
            ("adventure-response-wrapped", "adventure", "wanderV2", nil, 60),
            ("directing-response", "directing", "storyV2", nil, nil),
            ("directing-scriptlist-response", "directing", "storyV2", nil, nil),
            ("acting-response", "acting", "actingV2", "9:16", nil),
            ("no-channel-response", "adventure", "wanderV2", nil, 60),
        ] as [(String, String, String, String?, Int?)]
    )
    func `enter-travel is read`(
        _ row: (name: String, mode: String, version: String, ratio: String?, seconds: Int?)
    ) throws {
        let answer = try EnterTravelAnswer(try data("enter-travel-" + row.name))
        #expect(answer.travel.encryptedTravelId == AnswerSampleTests.travelId)
        #expect(answer.travel.encryptedWorldId == "Jk3vQ0rYw8Zt1LmXn5BcHs7DfGaPe2UiOoKy4TqRzN0")
        #expect(answer.travel.mode.rawValue == row.mode)
        #expect(answer.travel.version == row.version)
        #expect(answer.travel.aspectRatio == row.ratio)
        #expect(answer.travel.maxExperienceTimeSec == row.seconds)
        #expect(answer.travel.playUrl == nil)
        #expect(answer.travel.isScriptlist == row.name.contains("scriptlist"))
        #expect(answer.noStreamTimeout == .seconds(30))
        #expect((answer.rtcConfig == nil) == row.name.contains("no-channel"))
    }

    @Test func `the rtcConfig is kept unchanged, and its strings are secrets`() throws {
        let answer = try EnterTravelAnswer(try data("enter-travel-adventure-response"))
        #expect(answer.rtcConfig == (try data("enter-travel-adventure-response"))["rtcConfig"])
        #expect(answer.secrets.contains(Secret("rtc-token-sample")))
        #expect(answer.secrets.contains(Secret("stream_7d21f0")))
    }

    @Test(arguments: [
        ("init", TravelStatusAnswer.Status.initial), ("running-adventure", .running),
        ("running-directing", .running), ("paused-acting", .paused), ("completed", .completed),
        ("failed", .failed),
    ])
    func `the status is read`(_ name: String, _ status: TravelStatusAnswer.Status) throws {
        #expect(try TravelStatusAnswer(try data("status-" + name)).status == status)
    }

    @Test func `the lists of a status are kept unchanged`() throws {
        let adventure = try TravelStatusAnswer(try data("status-running-adventure")).update
        #expect(adventure.characterActions == ["dash", "jump"])
        #expect(adventure.environmentActions == ["enter_exit_car", "car_horn"])
        let sample = try data("status-running-directing")
        let directing = try TravelStatusAnswer(sample).update
        #expect(directing.chapters == sample["chapters"]?.arrayValue)
        #expect(directing.userInstructions == sample["userInstructions"]?.arrayValue)
    }

    @Test func `a failed status has its reason and empty lists`() throws {
        let answer = try TravelStatusAnswer(try data("status-failed"))
        #expect(answer.errorCode == "TRAVEL_RUNTIME_FAILED")
        #expect(answer.errorMessage == "The session stopped because of a runtime problem.")
        #expect(answer.update == TravelUpdate())
    }

    @Test(
        arguments: [
            ("adventure", "2026-09-03T10:02:00Z", 88), ("directing", "2026-09-03T10:02:00Z", 120),
            ("duration-null", "2026-09-03T10:02:00Z", nil),
            ("no-stream", "2026-09-03T10:00:31Z", nil),
        ] as [(String, String, Double?)]
    )
    func `end is read`(_ name: String, _ endedAt: String, _ duration: Double?) throws {
        let answer = EndAnswer(try data("end-response-" + name))
        #expect(answer.endedAt == endedAt)
        #expect(answer.durationSec == duration)
    }

    @Test func `rewind, instruct and update-script are read`() throws {
        #expect(try RewindAnswer(try data("rewind-response")).resumedAtSec == 8)
        let instruct = InstructAnswer(try data("instruct-response"))
        #expect(instruct.content == "Rain starts to fall")
        #expect(instruct.accepted)
        let script = UpdateScriptAnswer(try data("update-script-response"))
        #expect(script.accepted)
        #expect(script.turnCount == 45)
    }

    @Test(arguments: ["pause-response", "resume-response"])
    func `pause and resume have data`(_ name: String) throws {
        #expect(try data(name)["encryptedTravelId"]?.stringValue == AnswerSampleTests.travelId)
    }

    @Test func `data directly in the output are read`() throws {
        #expect(try !data("envelope-wrapped-without-code").isEmpty)
    }
}

/// Incomplete and malformed answers.
@Suite struct AnswerFaultTests {
    static let entry: JSONObject = [
        "encryptedTravelId": "t", "encryptedWorldId": "w", "mode": 1, "rtcConfig": ["a": "b"],
    ]

    @Test func `an answer to enter-travel without the id is 106002 and names the field`() {
        var data = AnswerFaultTests.entry
        data["encryptedTravelId"] = nil
        let error = #expect(throws: OysterSDKError.self) { try EnterTravelAnswer(data) }
        #expect(error?.code == 106_002)
        #expect(error?.diagnostics.message?.contains("encryptedTravelId") == true)
    }

    @Test func `a missing mode follows from the model's name`() throws {
        let data: JSONObject = ["encryptedTravelId": "t"]
        #expect(try EnterTravelAnswer(data).travel.mode == .unknown)
        let answer = try EnterTravelAnswer(data, model: "happyoyster-1.0-acting")
        #expect(answer.travel.mode == .acting)
    }

    @Test func `every other field of enter-travel may be missing`() throws {
        let answer = try EnterTravelAnswer(["encryptedTravelId": "t", "mode": 2])
        #expect(answer.rtcConfig == nil)
        #expect(answer.travel.creationModel == "simple")
        #expect(answer.noStreamTimeout == .seconds(30))
    }

    @Test(arguments: [
        (0, 1), (-5, 1), (1, 1), (45, 45), (9_007_199_254_740_991, 86_400),
    ])
    func `the no-stream time is limited to 1 s to 1 day`(_ wire: Int64, _ seconds: Int)
        throws
    {
        var data = AnswerFaultTests.entry
        data["noStreamAutoEndTimeoutSec"] = .integer(wire)
        #expect(try EnterTravelAnswer(data).noStreamTimeout == .seconds(seconds))
    }

    @Test func `unknown keys of an answer are ignored`() throws {
        var data = AnswerFaultTests.entry
        data["expireAt"] = ["anything": nil]
        #expect(try EnterTravelAnswer(data).travel.mode == .adventure)
    }

    @Test func `nested strings of the rtcConfig are secrets`() throws {
        var data = AnswerFaultTests.entry
        data["rtcConfig"] = ["servers": [["credential": "deep-secret"]], "token": "top-secret"]
        let secrets = try EnterTravelAnswer(data).secrets
        #expect(Set(secrets.map(\.exposed)) == ["deep-secret", "top-secret"])
    }

    static let badRewinds: [JSONObject] = [
        [:], ["resumedAtSec": nil], ["resumedAtSec": "soon"], ["resumedAtSec": -1],
    ]

    @Test(arguments: badRewinds)
    func `an answer to rewind without a second is 106002`(_ data: JSONObject) {
        let error = #expect(throws: OysterSDKError.self) { try RewindAnswer(data) }
        #expect(error?.code == 106_002)
    }

    @Test func `the second of rewind is read from either field`() throws {
        #expect(try RewindAnswer(["actualRewindToSec": 12]).resumedAtSec == 12)
    }

    @Test func `an unknown status is kept, and known ones are read in any case of letters`() throws
    {
        #expect(try TravelStatusAnswer(["status": "Dreaming"]).status == .other("Dreaming"))
        #expect(try TravelStatusAnswer(["status": "RUNNING"]).status == .running)
    }
}
