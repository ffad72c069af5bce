// SPDX-License-Identifier: Apache-2.0
package import HappyOysterCore

extension OysterAdventureCommand.Translation {
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
