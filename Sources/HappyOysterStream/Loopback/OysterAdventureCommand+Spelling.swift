// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

// Spelled out, since the names of cases are not kept in every build.

extension OysterAdventureCommand.Translation {
    /// Spelling of the SDK reference, section 8.
    var spelling: String {
        switch self {
        case .none: "none"
        case .front: "front"
        case .back: "back"
        case .left: "left"
        case .right: "right"
        case .frontLeft: "frontLeft"
        case .frontRight: "frontRight"
        case .backLeft: "backLeft"
        case .backRight: "backRight"
        }
    }

    /// Steps to the right and away.
    package var direction: (x: Int, y: Int) {
        switch self {
        case .none: (0, 0)
        case .front: (0, 1)
        case .back: (0, -1)
        case .left: (-1, 0)
        case .right: (1, 0)
        case .frontLeft: (-1, 1)
        case .frontRight: (1, 1)
        case .backLeft: (-1, -1)
        case .backRight: (1, -1)
        }
    }
}

extension OysterAdventureCommand.Rotation {
    /// Spelling of the SDK reference, section 8.
    var spelling: String {
        switch self {
        case .none: "none"
        case .mouseUp: "mouseUp"
        case .mouseDown: "mouseDown"
        case .mouseLeft: "mouseLeft"
        case .mouseRight: "mouseRight"
        case .mouseUpLeft: "mouseUpLeft"
        case .mouseUpRight: "mouseUpRight"
        case .mouseDownLeft: "mouseDownLeft"
        case .mouseDownRight: "mouseDownRight"
        }
    }

    /// Steps clockwise and up.
    package var direction: (x: Int, y: Int) {
        switch self {
        case .none: (0, 0)
        case .mouseUp: (0, 1)
        case .mouseDown: (0, -1)
        case .mouseLeft: (-1, 0)
        case .mouseRight: (1, 0)
        case .mouseUpLeft: (-1, 1)
        case .mouseUpRight: (1, 1)
        case .mouseDownLeft: (-1, -1)
        case .mouseDownRight: (1, -1)
        }
    }
}

extension OysterAdventureCommand.Interaction {
    /// Spelling of the SDK reference, section 8.
    var spelling: String {
        switch self {
        case .none: "none"
        case .jump: "jump"
        case .attack: "attack"
        case .crouch: "crouch"
        case .sprint: "sprint"
        }
    }
}
