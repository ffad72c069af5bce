// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import HappyOysterSDK
import Testing

/// The public types of the core, as the façade exports them.
@Suite struct ModelTests {
    @Test func `an open value is encoded as a JSON string`() throws {
        let modes: [OysterModeValue] = [.adventure, .acting, OysterModeValue(rawValue: "dreaming")]
        let text = try JSONEncoder().encode(modes)
        #expect(String(decoding: text, as: UTF8.self) == #"["adventure","acting","dreaming"]"#)
        #expect(try JSONDecoder().decode([OysterRawValue].self, from: text) == modes)
    }

    @Test func `raw values of commands are lowerCamelCase`() {
        #expect(OysterAdventureCommand.Translation.backRight.rawValue == "backRight")
        #expect(OysterAdventureCommand.Rotation.mouseUpLeft.rawValue == "mouseUpLeft")
        #expect(OysterAdventureCommand.Interaction.allCases.map(\.rawValue).last == "sprint")
    }

    @Test func `a command has the values of a control; an unknown word is none`() {
        let params = WorldControlParams(translation: "frontLeft", rotation: "mouseDown")
        #expect(
            OysterAdventureCommand(params)
                == OysterAdventureCommand(translation: .frontLeft, rotation: .mouseDown)
        )
        #expect(
            OysterAdventureCommand(WorldControlParams(interaction: "fly"))
                == OysterAdventureCommand()
        )
    }

    @Test func `log levels are ordered by severity`() {
        #expect(OysterLogLevel.allCases.sorted() == [.debug, .info, .warning, .error])
    }

    @Test func `statuses, actions and pixel formats print their spelling`() {
        #expect("\(OysterTravelStatus.running)" == "running")
        #expect(OysterAction.sendCommand.rawValue == "sendCommand")
        #expect(OysterPixelFormat.allCases.map(\.rawValue).first == "i420")
    }

    @Test func `a configuration has the reference's defaults`() {
        let config = OysterConfig(apiHost: "host", model: "m")
        #expect(config.logLevel == nil)
        #expect(config.callbackTimeoutMs == 30_000)
    }
}
