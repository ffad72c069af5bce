// SPDX-License-Identifier: Apache-2.0
internal import HappyOysterCore

/// The spellings of command values, in one place that can be replaced.
///
/// Source: wire facts 4.4: Web, Android words, Android keyboard tokens, iOS. Which one the platform
/// really uses is unknown, so all are taken, but none that nobody uses.
enum CommandSpelling {
    typealias Translation = OysterAdventureCommand.Translation
    typealias Rotation = OysterAdventureCommand.Rotation
    typealias Interaction = OysterAdventureCommand.Interaction

    static let translations: [String: Translation] = [
        "None": .none, "none": .none,
        "Front": .front, "front": .front, "W": .front,
        "Back": .back, "back": .back, "S": .back,
        "Left": .left, "left": .left, "A": .left,
        "Right": .right, "right": .right, "D": .right,
        "Front_Left": .frontLeft, "frontLeft": .frontLeft, "W_A": .frontLeft,
        "Front_Right": .frontRight, "frontRight": .frontRight, "W_D": .frontRight,
        "Back_Left": .backLeft, "backLeft": .backLeft, "S_A": .backLeft,
        "Back_Right": .backRight, "backRight": .backRight, "S_D": .backRight,
    ]

    static let rotations: [String: Rotation] = [
        "None": .none, "none": .none,
        "Mouse_Up": .mouseUp, "mouseUp": .mouseUp,
        "Mouse_Down": .mouseDown, "mouseDown": .mouseDown,
        "Mouse_Left": .mouseLeft, "mouseLeft": .mouseLeft,
        "Mouse_Right": .mouseRight, "mouseRight": .mouseRight,
        "Mouse_Up_Left": .mouseUpLeft, "mouseUpLeft": .mouseUpLeft,
        "Mouse_Up_Right": .mouseUpRight, "mouseUpRight": .mouseUpRight,
        "Mouse_Down_Left": .mouseDownLeft, "mouseDownLeft": .mouseDownLeft,
        "Mouse_Down_Right": .mouseDownRight, "mouseDownRight": .mouseDownRight,
    ]

    static let interactions: [String: Interaction] = [
        "None": .none, "none": .none,
        "Jump": .jump, "jump": .jump, "Space": .jump,
        "Attack": .attack, "attack": .attack, "J": .attack,
        "Crouch": .crouch, "crouch": .crouch, "Squat": .crouch, "K": .crouch,
        "Sprint": .sprint, "sprint": .sprint, "L": .sprint,
    ]

    /// Actions of the pools that have no value of their own; they come as interactions.
    static let actions = Settings.environment.union(["dash"])
}
