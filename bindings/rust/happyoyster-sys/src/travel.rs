// SPDX-License-Identifier: Apache-2.0
//! A travel: one real-time experience in the mode adventure, directing or acting (`travel.h`).

use crate::base::{
    cJSON, c_char, c_void, oyster_done_fn, oyster_release_outcome, oyster_result, oyster_travel,
};
use crate::event::oyster_status;

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
    /// End the travel.
    pub fn oyster_travel_end(
        travel: *mut oyster_travel,
        done: oyster_done_fn,
        context: *mut c_void,
    ) -> oyster_result;
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
    /// Give the handle back.
    pub fn oyster_travel_release(
        travel: *mut oyster_travel,
        outcome: *mut oyster_release_outcome,
    ) -> oyster_result;
}
