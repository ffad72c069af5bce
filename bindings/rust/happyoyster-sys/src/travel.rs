// SPDX-License-Identifier: Apache-2.0
//! A travel: one real-time experience in the mode adventure, directing or acting (`travel.h`).

use crate::base::{
    cJSON, c_char, c_void, oyster_done_fn, oyster_listener_id, oyster_release_fn,
    oyster_release_outcome, oyster_result, oyster_travel, oyster_video_view,
};
use crate::event::{oyster_event_fn, oyster_status};

/// What a world understands.
pub type oyster_mode = u32;
pub const OYSTER_MODE_UNKNOWN: oyster_mode = 0;
pub const OYSTER_MODE_ADVENTURE: oyster_mode = 1;
pub const OYSTER_MODE_DIRECTING: oyster_mode = 2;
pub const OYSTER_MODE_ACTING: oyster_mode = 3;

/// Actions for [`oyster_travel_can`].
pub type oyster_action = u32;
pub const OYSTER_ACTION_START: oyster_action = 0;
pub const OYSTER_ACTION_SEND_COMMAND: oyster_action = 1;
pub const OYSTER_ACTION_SEND_INSTRUCT: oyster_action = 2;
pub const OYSTER_ACTION_PAUSE: oyster_action = 3;
pub const OYSTER_ACTION_RESUME: oyster_action = 4;
pub const OYSTER_ACTION_REWIND: oyster_action = 5;
pub const OYSTER_ACTION_END: oyster_action = 6;
pub const OYSTER_ACTION_UPDATE_SCRIPT: oyster_action = 7;

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

/// Options of [`oyster_travel_start`].
#[repr(C)]
pub struct oyster_start_options {
    /// Size of the struct as the host was compiled.
    pub size: u32,
    /// Requested length of an adventure in seconds; 0: not sent.
    pub max_experience_time_sec: i32,
    /// NULL.
    pub reserved: *mut c_void,
}

extern "C" {
    /// Exchange the ticket for a travel, connect, and play.
    pub fn oyster_travel_start(
        travel: *mut oyster_travel,
        options: *const oyster_start_options,
        done: oyster_done_fn,
        context: *mut c_void,
    ) -> oyster_result;
    /// Pause (directing and acting).
    pub fn oyster_travel_pause(
        travel: *mut oyster_travel,
        done: oyster_done_fn,
        context: *mut c_void,
    ) -> oyster_result;
    /// Resume.
    pub fn oyster_travel_resume(
        travel: *mut oyster_travel,
        done: oyster_done_fn,
        context: *mut c_void,
    ) -> oyster_result;
    /// Rewind the storyline and play on from there (directing).
    pub fn oyster_travel_rewind(
        travel: *mut oyster_travel,
        to_sec: f64,
        done: oyster_done_fn,
        context: *mut c_void,
    ) -> oyster_result;
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
    /// End the travel.
    pub fn oyster_travel_end(
        travel: *mut oyster_travel,
        done: oyster_done_fn,
        context: *mut c_void,
    ) -> oyster_result;
    /// Submit a control command (adventure).
    pub fn oyster_travel_send_command(
        travel: *mut oyster_travel,
        translation: oyster_translation,
        rotation: oyster_rotation,
        interaction: oyster_interaction,
    ) -> oyster_result;
    /// Send a command that still waits for its turn now.
    pub fn oyster_travel_flush_commands(travel: *mut oyster_travel) -> oyster_result;
    /// Yield the microphone to the host.
    pub fn oyster_travel_pause_local_audio_capture(travel: *mut oyster_travel) -> oyster_result;
    /// Let the stream use the microphone, or use it again.
    pub fn oyster_travel_resume_local_audio_capture(travel: *mut oyster_travel) -> oyster_result;
    /// Write the media as received into a WebM, Matroska or MP4 file; NULL stops.
    pub fn oyster_travel_record(travel: *mut oyster_travel, path: *const c_char) -> oyster_result;
    /// Current status.
    pub fn oyster_travel_status(
        travel: *const oyster_travel,
        status: *mut oyster_status,
    ) -> oyster_result;
    /// Whether a terminal status is reached.
    pub fn oyster_travel_is_ended(travel: *const oyster_travel) -> bool;
    /// Whether an action makes sense now.
    pub fn oyster_travel_can(travel: *const oyster_travel, action: oyster_action) -> bool;
    /// What is known about the travel.
    pub fn oyster_travel_info(travel: *const oyster_travel, info: *mut *mut cJSON)
        -> oyster_result;
    /// Counters of the travel.
    pub fn oyster_travel_stats(
        travel: *const oyster_travel,
        stats: *mut *mut cJSON,
    ) -> oyster_result;
    /// Add a listener of events.
    pub fn oyster_travel_add_listener(
        travel: *mut oyster_travel,
        handler: oyster_event_fn,
        context: *mut c_void,
        release: oyster_release_fn,
        listener: *mut oyster_listener_id,
    ) -> oyster_result;
    /// Remove a listener.
    pub fn oyster_travel_remove_listener(
        travel: *mut oyster_travel,
        listener: oyster_listener_id,
        outcome: *mut oyster_release_outcome,
    ) -> oyster_result;
    /// The picture of this travel.
    pub fn oyster_travel_video_view(
        travel: *mut oyster_travel,
        view: *mut *mut oyster_video_view,
    ) -> oyster_result;
    /// Give the handle back.
    pub fn oyster_travel_release(
        travel: *mut oyster_travel,
        outcome: *mut oyster_release_outcome,
    ) -> oyster_result;
    /// Name of a status in the reference's spelling.
    pub fn oyster_status_name(status: oyster_status) -> *const c_char;
}
