// SPDX-License-Identifier: Apache-2.0
public import HappyOysterCore

/// Values of an on-screen control, in the words of ``OysterAdventureCommand``.
///
/// The reference names this type and not its members, so these are ours.
public struct WorldControlParams: Equatable, Sendable {
    /// Movement, such as `frontLeft`.
    public var translation: String
    /// View rotation, such as `mouseRight`.
    public var rotation: String
    /// One-shot action, such as `jump`.
    public var interaction: String

    /// Creates parameters; the default of each is `none`.
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

extension OysterAdventureCommand {
    /// Creates a command from the values of a control; an unknown word is `none`.
    public init(_ params: WorldControlParams) {
        self.init(
            translation: Translation(rawValue: params.translation) ?? .none,
            rotation: Rotation(rawValue: params.rotation) ?? .none,
            interaction: Interaction(rawValue: params.interaction) ?? .none
        )
    }
}
