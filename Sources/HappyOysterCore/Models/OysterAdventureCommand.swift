// SPDX-License-Identifier: Apache-2.0

/// A command of an adventure: three independent dimensions.
///
/// Source: iOS SDK reference 1.0.3, section 8.
public struct OysterAdventureCommand: Equatable, Sendable {
    /// Movement; submit it once per frame while it is held.
    public package(set) var translation: Translation
    /// View rotation; submit it once per frame while it is held.
    public package(set) var rotation: Rotation
    /// One-shot action; submit it once.
    public package(set) var interaction: Interaction

    /// Creates a command; three `none` release what is held.
    public init(
        translation: Translation = .none,
        rotation: Rotation = .none,
        interaction: Interaction = .none
    ) {
        self.translation = translation
        self.rotation = rotation
        self.interaction = interaction
    }
}
