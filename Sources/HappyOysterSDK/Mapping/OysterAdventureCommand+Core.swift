// SPDX-License-Identifier: Apache-2.0
import HappyOysterCore

extension OysterAdventureCommand {
    var core: HappyOysterCore.OysterAdventureCommand {
        HappyOysterCore.OysterAdventureCommand(
            translation: translation.core,
            rotation: rotation.core,
            interaction: interaction.core
        )
    }
}

extension OysterAdventureCommand.Translation {
    fileprivate var core: HappyOysterCore.OysterAdventureCommand.Translation {
        switch self {
        case .none: .none
        case .front: .front
        case .back: .back
        case .left: .left
        case .right: .right
        case .frontLeft: .frontLeft
        case .frontRight: .frontRight
        case .backLeft: .backLeft
        case .backRight: .backRight
        }
    }
}

extension OysterAdventureCommand.Rotation {
    fileprivate var core: HappyOysterCore.OysterAdventureCommand.Rotation {
        switch self {
        case .none: .none
        case .mouseUp: .mouseUp
        case .mouseDown: .mouseDown
        case .mouseLeft: .mouseLeft
        case .mouseRight: .mouseRight
        case .mouseUpLeft: .mouseUpLeft
        case .mouseUpRight: .mouseUpRight
        case .mouseDownLeft: .mouseDownLeft
        case .mouseDownRight: .mouseDownRight
        }
    }
}

extension OysterAdventureCommand.Interaction {
    fileprivate var core: HappyOysterCore.OysterAdventureCommand.Interaction {
        switch self {
        case .none: .none
        case .jump: .jump
        case .attack: .attack
        case .crouch: .crouch
        case .sprint: .sprint
        }
    }
}
