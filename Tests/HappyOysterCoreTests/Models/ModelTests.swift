// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

/// Modes, statuses and results.
@Suite struct ModelTests {
    @Test(arguments: [
        (JSONValue.integer(1), "adventure"), (.integer(2), "directing"), (.integer(3), "acting"),
        (.number(2.0), "directing"), (.string("1"), "adventure"), (.string("Wander"), "adventure"),
        (.string("vendor"), "adventure"), (.string("STORY"), "directing"),
        (.string("acting"), "acting"), (.integer(9), "9"), (.string("Dream"), "Dream"),
        (.string(" 2 "), "directing"), (.string("2.0"), "directing"), (.string(" Dream "), "Dream"),
    ])
    func `modes are read from numbers and words, and unknown ones are kept`(
        _ wire: JSONValue,
        _ word: String
    ) {
        #expect(OysterModeValue(wire: wire)?.rawValue == word)
    }

    @Test(arguments: [JSONValue.null, .bool(true), .number(1.5), .string(""), .array([1]), nil])
    func `anything else is no mode`(_ wire: JSONValue?) {
        #expect(OysterModeValue(wire: wire) == nil)
    }

    @Test(
        arguments: [
            ("wanderV2", "adventure"), ("WANDER", "adventure"), (" storyV3", "directing"),
            ("actingv2", "acting"), ("dreamV1", nil), ("", nil),
        ] as [(String, String?)]
    )
    func `a version names its mode`(_ version: String, _ mode: String?) {
        #expect(OysterModeValue(version: version)?.rawValue == mode)
    }

    @Test(
        arguments: [
            ("happyoyster-1.0-adventure", "adventure"), ("happyoyster-2.0-Acting", "acting"),
            ("my-directing", "directing"), ("happyoyster-1.0", nil), ("acting", nil), ("", nil),
        ] as [(String, String?)]
    )
    func `the mode is read from the end of a model name`(_ model: String, _ mode: String?) {
        #expect(OysterModeValue(model: model)?.rawValue == mode)
    }

    @Test func `modes have the numbers of the header`() {
        let modes: [OysterModeValue] = [.adventure, .directing, .acting, .init(rawValue: "9")]
        #expect(modes.map(\.number) == [1, 2, 3, 0])
    }

    @Test func `only ended and failed are terminal`() {
        #expect(OysterTravelStatus.allCases.filter(\.isTerminal) == [.ended, .failed])
        #expect(
            OysterTravelStatus.allCases.map(\.rawValue)
                == ["idle", "prepare", "running", "pausing", "paused", "ended", "failed"]
        )
    }

    @Test func `the result of start has every key, with null for what is unknown`() {
        let data = OysterStartTravelData(
            encryptedTravelId: "t",
            encryptedWorldId: "w",
            mode: .acting,
            version: "actingV2"
        )
        #expect(
            OperationResult.started(data).json == [
                "encryptedTravelId": "t", "encryptedWorldId": "w", "mode": "acting",
                "playUrl": nil, "firstFrame": nil, "version": "actingV2", "aspectRatio": nil,
                "creationModel": "simple", "maxExperienceTimeSec": nil, "bgmUrl": nil,
            ]
        )
    }

    @Test func `the result of end contains whether the server confirmed it`() {
        let data = OysterEndTravelData(
            encryptedTravelId: "t",
            status: .ended,
            endedAt: "2026-09-03T10:02:00Z",
            duration: 88,
            confirmed: false
        )
        #expect(
            OperationResult.ended(data).json == [
                "encryptedTravelId": "t", "status": "ended", "endedAt": "2026-09-03T10:02:00Z",
                "duration": .number(88), "confirmed": false,
            ]
        )
        #expect(OperationResult.cleanedUp.json == [:])
    }

    @Test(
        arguments: [
            (Duration.zero, 0, 0), (.milliseconds(1), 1, 1000), (.microseconds(1999), 1, 1999),
            (.milliseconds(-1), -1, -1000), (.seconds(Int64.max), Int64.max, Int64.max),
            (.seconds(Int64.min), Int64.min, Int64.min),
        ] as [(Duration, Int64, Int64)]
    )
    func `durations convert to whole units without a trap`(
        _ duration: Duration,
        _ milliseconds: Int64,
        _ microseconds: Int64
    ) {
        #expect(duration.wholeMilliseconds == milliseconds)
        #expect(duration.wholeMicroseconds == microseconds)
    }
}
