// SPDX-License-Identifier: Apache-2.0
import FoundationEssentials
import HappyOysterSDK
import Testing

/// The words of the public types.
@Suite struct ModelTests {
    @Test func `an open value is coded as a bare string`() throws {
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

    @Test func `a command takes over what a control tells`() {
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

    @Test func `levels are in order of severity`() {
        #expect(OysterLogLevel.allCases.sorted() == [.debug, .info, .warning, .error])
    }

    @Test func `a configuration has the reference's defaults`() {
        let config = OysterConfig(apiHost: "host", model: "m")
        #expect(config.logLevel == nil)
        #expect(config.callbackTimeoutMs == 30_000)
    }
}
