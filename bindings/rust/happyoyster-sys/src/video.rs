// SPDX-License-Identifier: Apache-2.0
//! The received video of a travel, as frames (`video.h`).

use crate::base::{
    c_int, c_void, oyster_frame, oyster_release_fn, oyster_release_outcome, oyster_result,
    oyster_travel, oyster_video_view,
};

/// Pixel formats; byte orders are in memory, lowest address first.
pub type oyster_pixel_format = u32;
pub const OYSTER_PIXEL_FORMAT_I420: oyster_pixel_format = 1;
pub const OYSTER_PIXEL_FORMAT_NV12: oyster_pixel_format = 2;
pub const OYSTER_PIXEL_FORMAT_RGBA: oyster_pixel_format = 3;
pub const OYSTER_PIXEL_FORMAT_BGRA: oyster_pixel_format = 4;
pub const OYSTER_PIXEL_FORMAT_RGB24: oyster_pixel_format = 5;
/// One plane B, G, R.
pub const OYSTER_PIXEL_FORMAT_BGR24: oyster_pixel_format = 6;

/// The layout of one frame. Pointers are valid as long as the frame.
#[repr(C)]
pub struct oyster_frame_info {
    /// Size of the struct: the caller's before [`oyster_frame_get_info`], else the library's.
    pub size: u32,
    /// Pixel format.
    pub format: oyster_pixel_format,
    /// Pixels, even.
    pub width: u32,
    /// Pixels, even.
    pub height: u32,
    /// Number of planes, 1 to 3.
    pub plane_count: u32,
    /// Bytes per row of each plane; 0 beyond `plane_count`.
    pub strides: [u32; 3],
    /// First byte of each plane; NULL beyond `plane_count`. Read only.
    pub planes: [*const u8; 3],
    /// 1, 2, 3 … per travel as received from the stream.
    pub sequence: u64,
    /// Presentation time in microseconds since the first frame of the travel's stream.
    pub pts_us: i64,
    /// `CLOCK_MONOTONIC` in microseconds, when the frame reached the library.
    pub monotonic_time_us: i64,
    /// NULL.
    pub reserved: *mut c_void,
}

/// Receives a frame; `info` and its planes are borrowed for the call.
pub type oyster_frame_fn =
    Option<unsafe extern "C" fn(context: *mut c_void, info: *const oyster_frame_info)>;

extern "C" {
    /// Get the view of a travel.
    pub fn oyster_travel_video_view(
        travel: *mut oyster_travel,
        view: *mut *mut oyster_video_view,
    ) -> oyster_result;
    /// Deliver frames to a callback.
    pub fn oyster_video_view_set_frame_callback(
        view: *mut oyster_video_view,
        format: oyster_pixel_format,
        handler: oyster_frame_fn,
        context: *mut c_void,
        release: oyster_release_fn,
        outcome: *mut oyster_release_outcome,
    ) -> oyster_result;
    /// Take the newest frame.
    pub fn oyster_video_view_acquire_frame(
        view: *mut oyster_video_view,
        format: oyster_pixel_format,
        frame: *mut *mut oyster_frame,
    ) -> oyster_result;
    /// Take the newest frame after a sequence number, and wait for one.
    pub fn oyster_video_view_wait_frame(
        view: *mut oyster_video_view,
        format: oyster_pixel_format,
        after_sequence: u64,
        timeout_ms: u32,
        frame: *mut *mut oyster_frame,
    ) -> oyster_result;
    /// Get a descriptor for event loops, readable while a newer frame waits.
    pub fn oyster_video_view_frame_fd(
        view: *mut oyster_video_view,
        fd: *mut c_int,
    ) -> oyster_result;
    /// Layout of a frame.
    pub fn oyster_frame_get_info(
        frame: *const oyster_frame,
        info: *mut oyster_frame_info,
    ) -> oyster_result;
    /// Give a frame back.
    pub fn oyster_frame_release(frame: *mut oyster_frame) -> oyster_result;
}
