// SPDX-License-Identifier: Apache-2.0
//! The audio of a travel: received samples, and the microphone (`audio.h`).

use crate::base::{
    c_int, c_void, oyster_release_fn, oyster_release_outcome, oyster_result, oyster_travel,
};

/// A chunk of audio.
#[repr(C)]
pub struct oyster_audio_info {
    /// Size of the struct as the library was compiled.
    pub size: u32,
    /// Samples per second and channel, 8000 to 192000.
    pub sample_rate: u32,
    /// Number of channels, 1 to 8.
    pub channels: u32,
    /// Samples per channel, 1 to 192000.
    pub frame_count: u32,
    /// Signed 16 bit, native byte order, interleaved. Read only.
    pub samples: *const i16,
    /// Presentation time in microseconds, on one clock with that of frames.
    pub pts_us: i64,
    /// `CLOCK_MONOTONIC` in microseconds, when the sound reached the library.
    pub monotonic_time_us: i64,
    /// NULL.
    pub reserved: *mut c_void,
}

/// Receives sound; `info` and its samples are borrowed for the call.
pub type oyster_audio_fn =
    Option<unsafe extern "C" fn(context: *mut c_void, info: *const oyster_audio_info)>;

extern "C" {
    /// Deliver sound to a callback.
    pub fn oyster_travel_set_audio_callback(
        travel: *mut oyster_travel,
        handler: oyster_audio_fn,
        context: *mut c_void,
        release: oyster_release_fn,
        outcome: *mut oyster_release_outcome,
    ) -> oyster_result;
    /// Read the oldest sound that waits, and wait for some.
    pub fn oyster_travel_read_audio(
        travel: *mut oyster_travel,
        samples: *mut i16,
        capacity: usize,
        timeout_ms: u32,
        info: *mut oyster_audio_info,
    ) -> oyster_result;
    /// Get a descriptor for event loops, readable while audio waits to be read.
    pub fn oyster_travel_audio_fd(travel: *mut oyster_travel, fd: *mut c_int) -> oyster_result;
    /// Yield the microphone to the host.
    pub fn oyster_travel_pause_local_audio_capture(travel: *mut oyster_travel) -> oyster_result;
    /// Let the stream use the microphone, or use it again.
    pub fn oyster_travel_resume_local_audio_capture(travel: *mut oyster_travel) -> oyster_result;
}
