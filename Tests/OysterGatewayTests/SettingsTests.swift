// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import OysterGateway

@Suite struct SettingsTests {
    @Test func `the JSON of the settings can be applied`() throws {
        var settings = Settings()
        try settings.apply(settings.json.objectValue ?? [:])
        #expect(settings == Settings())
    }

    @Test(
        arguments: [
            ("envelope", "A"), ("gate", ["enabled": false, "reason": "closed"]), ("gate", nil),
            ("deniedModels", ["happyoyster-1.0-acting"]), ("tokenLifetimeMs", 500),
            ("tokenLifetimeMs", nil), ("ticketMismatch", "accessDenied"), ("worldFailure", "X"),
            ("capacityCode", 429_002), ("activeTravelLimit", 0), ("rtcConfigNull", true),
            ("noStreamAutoEndTimeoutSec", 5), ("rewindRounding", "floor"), ("experienceMs", 100),
            ("characterActions", []), ("environmentActions", ["ride_horse"]), ("mediaStallMs", 10),
        ] as [(String, JSONValue)]
    )
    func `a valid setting is stored`(key: String, value: JSONValue) throws {
        var settings = Settings()
        try settings.apply([key: value])
        let kept = settings.json[key]
        if key == "gate", !value.isNull {
            #expect(kept?["enabled"] == false)
            #expect(kept?["reachable"] == true)
        } else {
            #expect(kept == value)
        }
    }

    @Test(
        arguments: [
            ("nothing", 1), ("envelope", "D"), ("gate", ["open": true]), ("gate", ["enabled": 1]),
            ("gate", true), ("deniedModels", ["happyoyster-1.0"]), ("deniedModels", [1]),
            ("tokenLifetimeMs", "1"), ("pauseConfirmMs", -1), ("pauseConfirmMs", 1.5),
            ("pauseConfirmMs", nil), ("pauseConfirmMs", 86_400_001), ("moderationWords", [""]),
            ("capacityCode", 404_000), ("activeTravelLimit", -1), ("rtcConfigNull", nil),
            ("noStreamAutoEndTimeoutSec", 0), ("rewindRounding", "up"), ("worldFailure", ""),
            ("characterActions", ["fly"]), ("characterActions", "jump"),
            ("environmentActions", ["ride_horse", "car_horn", "car_light", "take_cover"]),
        ] as [(String, JSONValue)]
    )
    func `an invalid setting is refused by name and changes no setting`(
        key: String,
        value: JSONValue
    ) {
        var settings = Settings()
        let error = #expect(throws: ControlError.self) {
            try settings.apply(["initMs": 1, key: value])
        }
        #expect(error?.message.hasPrefix("\(key): ") == true)
        #expect(settings == Settings())
    }
}
