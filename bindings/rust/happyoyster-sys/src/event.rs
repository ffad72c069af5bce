// SPDX-License-Identifier: Apache-2.0
//! Events of a travel, and their listeners (`event.h`).

use crate::base::{
    cJSON, c_char, c_void, oyster_listener_id, oyster_release_fn, oyster_release_outcome,
    oyster_result, oyster_travel,
};

/// Status of a travel.
pub type oyster_status = u32;
pub const OYSTER_STATUS_IDLE: oyster_status = 0;
pub const OYSTER_STATUS_PREPARE: oyster_status = 1;
pub const OYSTER_STATUS_RUNNING: oyster_status = 2;
pub const OYSTER_STATUS_PAUSING: oyster_status = 3;
pub const OYSTER_STATUS_PAUSED: oyster_status = 4;
pub const OYSTER_STATUS_ENDED: oyster_status = 5;
pub const OYSTER_STATUS_FAILED: oyster_status = 6;

/// What happened.
pub type oyster_event_type = u32;
pub const OYSTER_EVENT_STATUS_CHANGED: oyster_event_type = 1;
pub const OYSTER_EVENT_ERROR: oyster_event_type = 2;
pub const OYSTER_EVENT_TRAVEL_INFO_READY: oyster_event_type = 3;
pub const OYSTER_EVENT_FIRST_FRAME_GENERATED: oyster_event_type = 4;
pub const OYSTER_EVENT_TRAVEL_UPDATED: oyster_event_type = 5;

/// One event. Later versions append fields and enlarge `size`.
#[repr(C)]
pub struct oyster_event {
    /// Size of the struct as the library was compiled.
    pub size: u32,
    /// What happened.
    pub r#type: oyster_event_type,
    /// Status after the event.
    pub status: oyster_status,
    /// Error code of an error event, else 0.
    pub code: oyster_result,
    /// Never NULL; borrowed for the call.
    pub payload: *const cJSON,
    /// 1, 2, 3 … per travel; a gap means dropped events.
    pub sequence: u64,
    /// `CLOCK_MONOTONIC` in microseconds, when it happened.
    pub monotonic_time_us: i64,
    /// NULL.
    pub reserved: *mut c_void,
}

/// Receives the events of a travel; `event` is borrowed for the call.
pub type oyster_event_fn =
    Option<unsafe extern "C" fn(context: *mut c_void, event: *const oyster_event)>;

extern "C" {
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
    /// Name of a status in the reference's spelling.
    pub fn oyster_status_name(status: oyster_status) -> *const c_char;
}
