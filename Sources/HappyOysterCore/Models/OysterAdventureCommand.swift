// SPDX-License-Identifier: Apache-2.0

/// A control command: three independent dimensions.
///
/// Source: reference, section 8.
package struct OysterAdventureCommand: Equatable, Sendable {
    package enum Translation: UInt8, Sendable, CaseIterable {
        case none, front, back, left, right, frontLeft, frontRight, backLeft, backRight
    }

    package enum Rotation: UInt8, Sendable, CaseIterable {
        case none, mouseUp, mouseDown, mouseLeft, mouseRight
        case mouseUpLeft, mouseUpRight, mouseDownLeft, mouseDownRight
    }

    package enum Interaction: UInt8, Sendable, CaseIterable {
        case none, jump, attack, crouch, sprint
    }

    package var translation: Translation
    package var rotation: Rotation
    package var interaction: Interaction

    package init(
        translation: Translation = .none,
        rotation: Rotation = .none,
        interaction: Interaction = .none
    ) {
        self.translation = translation
        self.rotation = rotation
        self.interaction = interaction
    }
}
