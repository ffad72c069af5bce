// SPDX-License-Identifier: Apache-2.0

/// A control command: three independent dimensions.
///
/// Source: reference, section 8.
package struct OysterAdventureCommand: Equatable, Sendable {
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
