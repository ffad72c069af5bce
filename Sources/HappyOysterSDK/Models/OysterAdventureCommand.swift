// SPDX-License-Identifier: Apache-2.0

/// A command of adventure mode: three independent dimensions.
///
/// Source: iOS SDK reference 1.0.3, section 8.
public struct OysterAdventureCommand: Equatable, Sendable {
    /// Movement.
    public enum Translation: String, CaseIterable, Sendable {
        case none, front, back, left, right, frontLeft, frontRight, backLeft, backRight
    }

    /// Turn of the view.
    public enum Rotation: String, CaseIterable, Sendable {
        case none, mouseUp, mouseDown, mouseLeft, mouseRight
        case mouseUpLeft, mouseUpRight, mouseDownLeft, mouseDownRight
    }

    /// An action that is done once.
    public enum Interaction: String, CaseIterable, Sendable {
        case none, jump, attack, crouch, sprint
    }

    /// Movement; submit it each frame as long as it is held.
    public let translation: Translation
    /// Turn of the view; submit it each frame as long as it is held.
    public let rotation: Rotation
    /// Action; submit it once.
    public let interaction: Interaction

    /// Makes a command; all `none` lets go of everything.
    public init(
        translation: Translation = .none,
        rotation: Rotation = .none,
        interaction: Interaction = .none
    ) {
        self.translation = translation
        self.rotation = rotation
        self.interaction = interaction
    }

    /// Takes over what a control tells; a word that is no command is `none`.
    public init(_ params: WorldControlParams) {
        self.init(
            translation: Translation(rawValue: params.translation) ?? .none,
            rotation: Rotation(rawValue: params.rotation) ?? .none,
            interaction: Interaction(rawValue: params.interaction) ?? .none
        )
    }
}

/// What an on-screen control tells, in the words of ``OysterAdventureCommand``.
///
/// The reference names this type and not its members, so these are ours.
public struct WorldControlParams: Equatable, Sendable {
    /// Movement, such as `frontLeft`.
    public var translation: String
    /// Turn of the view, such as `mouseRight`.
    public var rotation: String
    /// Action, such as `jump`.
    public var interaction: String

    /// Makes parameters; everything is `none` unless told.
    public init(
        translation: String = "none",
        rotation: String = "none",
        interaction: String = "none"
    ) {
        self.translation = translation
        self.rotation = rotation
        self.interaction = interaction
    }
}
