// SPDX-License-Identifier: Apache-2.0
//! Control of a running travel: commands, instructions, scripts (`control.h`).

use crate::base::{c_char, c_void, oyster_done_fn, oyster_result, oyster_travel};

/// Movement of a command.
pub type oyster_translation = u32;
pub const OYSTER_TRANSLATION_NONE: oyster_translation = 0;
pub const OYSTER_TRANSLATION_FRONT: oyster_translation = 1;
pub const OYSTER_TRANSLATION_BACK: oyster_translation = 2;
pub const OYSTER_TRANSLATION_LEFT: oyster_translation = 3;
pub const OYSTER_TRANSLATION_RIGHT: oyster_translation = 4;
pub const OYSTER_TRANSLATION_FRONT_LEFT: oyster_translation = 5;
pub const OYSTER_TRANSLATION_FRONT_RIGHT: oyster_translation = 6;
pub const OYSTER_TRANSLATION_BACK_LEFT: oyster_translation = 7;
pub const OYSTER_TRANSLATION_BACK_RIGHT: oyster_translation = 8;

/// View rotation of a command.
pub type oyster_rotation = u32;
pub const OYSTER_ROTATION_NONE: oyster_rotation = 0;
pub const OYSTER_ROTATION_MOUSE_UP: oyster_rotation = 1;
pub const OYSTER_ROTATION_MOUSE_DOWN: oyster_rotation = 2;
pub const OYSTER_ROTATION_MOUSE_LEFT: oyster_rotation = 3;
pub const OYSTER_ROTATION_MOUSE_RIGHT: oyster_rotation = 4;
pub const OYSTER_ROTATION_MOUSE_UP_LEFT: oyster_rotation = 5;
pub const OYSTER_ROTATION_MOUSE_UP_RIGHT: oyster_rotation = 6;
pub const OYSTER_ROTATION_MOUSE_DOWN_LEFT: oyster_rotation = 7;
pub const OYSTER_ROTATION_MOUSE_DOWN_RIGHT: oyster_rotation = 8;

/// One-shot action of a command: submitted once, sent exactly once.
pub type oyster_interaction = u32;
pub const OYSTER_INTERACTION_NONE: oyster_interaction = 0;
pub const OYSTER_INTERACTION_JUMP: oyster_interaction = 1;
pub const OYSTER_INTERACTION_ATTACK: oyster_interaction = 2;
pub const OYSTER_INTERACTION_CROUCH: oyster_interaction = 3;
pub const OYSTER_INTERACTION_SPRINT: oyster_interaction = 4;

extern "C" {
    /// Submit a control command (adventure).
    pub fn oyster_travel_send_command(
        travel: *mut oyster_travel,
        translation: oyster_translation,
        rotation: oyster_rotation,
        interaction: oyster_interaction,
    ) -> oyster_result;
    /// Send a command that still waits for its turn now.
    pub fn oyster_travel_flush_commands(travel: *mut oyster_travel) -> oyster_result;
    /// Send a text instruction (directing and acting).
    pub fn oyster_travel_send_instruct(
        travel: *mut oyster_travel,
        content: *const c_char,
        done: oyster_done_fn,
        context: *mut c_void,
    ) -> oyster_result;
    /// Replace the acts of a scriptlist travel.
    pub fn oyster_travel_update_script(
        travel: *mut oyster_travel,
        json_text: *const c_char,
        done: oyster_done_fn,
        context: *mut c_void,
    ) -> oyster_result;
}
