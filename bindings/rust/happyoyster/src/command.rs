// SPDX-License-Identifier: Apache-2.0
//! Control commands of an adventure.

use crate::{Interaction, Rotation, Translation};

/// One control command; the default one stands still.
///
/// ```
/// use happyoyster::{Command, Interaction, Translation};
///
/// let leap = Command {
///     translation: Translation::Front,
///     interaction: Interaction::Jump,
///     ..Command::default()
/// };
/// # assert_ne!(leap, Command::NONE);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Command {
    /// Movement.
    pub translation: Translation,
    /// View rotation.
    pub rotation: Rotation,
    /// One-shot action.
    pub interaction: Interaction,
}

impl Command {
    /// No movement, no rotation, no action: what a host submits when keys are released.
    pub const NONE: Command = Command {
        translation: Translation::None,
        rotation: Rotation::None,
        interaction: Interaction::None,
    };
}

impl Default for Command {
    fn default() -> Self {
        Command::NONE
    }
}
