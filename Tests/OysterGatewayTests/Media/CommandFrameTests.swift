// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore
import Testing

@testable import OysterGateway

@Suite struct CommandFrameTests {
    typealias Command = OysterAdventureCommand

    @Test(
        arguments: [
            ("None", .none), ("none", .none), ("Front", .front), ("front", .front), ("W", .front),
            ("Back", .back), ("S", .back), ("Left", .left), ("A", .left), ("Right", .right),
            ("D", .right), ("Front_Left", .frontLeft), ("frontLeft", .frontLeft),
            ("W_A", .frontLeft), ("W_D", .frontRight), ("S_A", .backLeft),
            ("Back_Right", .backRight), ("S_D", .backRight),
        ] as [(String, Command.Translation)]
    )
    func `translation is read in three spellings`(text: String, value: Command.Translation) throws {
        let frame = try CommandFrame(["translation": .string(text), "sequence": 1])
        #expect(frame.command == Command(translation: value))
    }

    @Test(
        arguments: [
            ("Mouse_Up", .mouseUp), ("mouseUp", .mouseUp), ("Mouse_Down", .mouseDown),
            ("Mouse_Left", .mouseLeft), ("mouseRight", .mouseRight),
            ("Mouse_Up_Left", .mouseUpLeft), ("mouseUpRight", .mouseUpRight),
            ("Mouse_Down_Left", .mouseDownLeft), ("mouseDownRight", .mouseDownRight),
            ("None", .none),
        ] as [(String, Command.Rotation)]
    )
    func `rotation is read in two spellings`(text: String, value: Command.Rotation) throws {
        let frame = try CommandFrame(["rotation": .string(text), "sequence": 1])
        #expect(frame.command == Command(rotation: value))
    }

    @Test(
        arguments: [
            ("Jump", .jump), ("jump", .jump), ("Space", .jump), ("Attack", .attack),
            ("J", .attack), ("Crouch", .crouch), ("Squat", .crouch), ("K", .crouch),
            ("Sprint", .sprint), ("L", .sprint), ("none", .none),
        ] as [(String, Command.Interaction)]
    )
    func `interaction is read in four spellings`(text: String, value: Command.Interaction) throws {
        let frame = try CommandFrame(["interaction": .string(text), "sequence": 1])
        #expect(frame.command == Command(interaction: value))
    }

    @Test(arguments: ["dash", "car_horn", "ride_horse", "enter_exit_car"])
    func `an action of a pool is read from interaction`(text: String) throws {
        let frame = try CommandFrame(["interaction": .string(text), "sequence": 1])
        #expect(frame.action == text)
        #expect(frame.isOneShot)
        #expect(frame.command == Command())
    }

    @Test func `the core's spelling is read for each value of each dimension`() throws {
        for value in Command.Translation.allCases {
            let object: JSONObject = ["translation": .string(value.rawValue), "sequence": 1]
            #expect(try CommandFrame(object).command.translation == value)
        }
        for value in Command.Rotation.allCases {
            let object: JSONObject = ["rotation": .string(value.rawValue), "sequence": 1]
            #expect(try CommandFrame(object).command.rotation == value)
        }
        for value in Command.Interaction.allCases {
            let object: JSONObject = ["interaction": .string(value.rawValue), "sequence": 1]
            #expect(try CommandFrame(object).command.interaction == value)
        }
    }

    @Test func `a snapshot has a sequence number and a time`() throws {
        let object = CommandFrame.object(
            #"{"translation":"Front_Left","rotation":"Mouse_Up_Right","interaction":"Jump","#
                + #""sequence":12,"timeUs":81234567,"later":true}"#
        )
        let frame = try CommandFrame(try #require(object))
        #expect(
            frame.command
                == Command(translation: .frontLeft, rotation: .mouseUpRight, interaction: .jump)
        )
        #expect(frame.sequence == 12)
        #expect(frame.timeUs == 81_234_567)
    }

    @Test(
        arguments: [
            ([:], "sequence"), (["sequence": 0], "sequence"), (["sequence": -1], "sequence"),
            (["sequence": 1.5], "sequence"), (["sequence": "1"], "sequence"),
            (["sequence": 1, "translation": "Up"], "translation"),
            (["sequence": 1, "translation": "FRONT"], "translation"),
            (["sequence": 1, "translation": 3], "translation"),
            (["sequence": 1, "rotation": "Front"], "rotation"),
            (["sequence": 1, "interaction": "Fly"], "interaction"),
            (["sequence": 1, "timeUs": -1], "timeUs"),
            (["sequence": 1, "timeUs": "now"], "timeUs"),
        ] as [(JSONObject, String)]
    )
    func `an invalid snapshot is refused with the name of its member`(
        object: JSONObject,
        name: String
    ) {
        let error = #expect(throws: CommandFrame.Malformed.self) { try CommandFrame(object) }
        #expect(error?.reason.hasPrefix("\(name): ") == true)
    }

    @Test(arguments: [
        "", "x", "[]", "1", "{\"sequence\":1", "{\"a\":[[[[[1]]]]]}", "{\"a\":1,\"a\":2}",
        "{\"a\":\"\(String(repeating: "x", count: 5000))\"}",
    ])
    func `a text that is not a small JSON object is refused`(text: String) {
        #expect(CommandFrame.object(text) == nil)
    }
}
