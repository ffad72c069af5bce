// SPDX-License-Identifier: Apache-2.0
//! The contract between the library and whatever brings the media (`stream_engine.h`).

use crate::base::{c_char, c_void, oyster_result};
use crate::log::oyster_log_level;
use crate::video::oyster_pixel_format;

/// Number of this contract.
pub const OYSTER_STREAM_ENGINE_ABI: u32 = 1;
/// Name of the function that an adapter exports, NUL-terminated.
pub const OYSTER_STREAM_ENGINE_ENTRY: &[u8] = b"oyster_stream_engine_entry\0";

/// State of the media connection.
pub type oyster_stream_state = u32;
pub const OYSTER_STREAM_STATE_CONNECTING: oyster_stream_state = 1;
pub const OYSTER_STREAM_STATE_CONNECTED: oyster_stream_state = 2;
pub const OYSTER_STREAM_STATE_PLAYING: oyster_stream_state = 3;
pub const OYSTER_STREAM_STATE_BUFFERING: oyster_stream_state = 4;
pub const OYSTER_STREAM_STATE_RECONNECTING: oyster_stream_state = 5;
pub const OYSTER_STREAM_STATE_DISCONNECTED: oyster_stream_state = 6;

/// One command snapshot, as sampled.
#[repr(C)]
pub struct oyster_stream_command {
    /// Size of the struct as the library was compiled.
    pub size: u32,
    /// `oyster_translation`.
    pub translation: i32,
    /// `oyster_rotation`.
    pub rotation: i32,
    /// `oyster_interaction`.
    pub interaction: i32,
    /// 1, 2, 3 … per travel.
    pub sequence: u64,
    /// `CLOCK_MONOTONIC` in microseconds, when the newest merged submission was taken.
    pub monotonic_time_us: i64,
}

/// One decoded picture from an adapter.
#[repr(C)]
pub struct oyster_stream_frame {
    /// Size of the struct as the adapter was compiled.
    pub size: u32,
    /// `OYSTER_PIXEL_FORMAT_I420`.
    pub format: oyster_pixel_format,
    /// Even, 16 to 8192.
    pub width: u32,
    /// Even, 16 to 8192.
    pub height: u32,
    /// Bytes per row of Y, U, V.
    pub strides: [u32; 3],
    /// First byte of Y, U, V; readable until `release` is called.
    pub planes: [*const u8; 3],
    /// Presentation time in microseconds since the first frame of this join.
    pub pts_us: i64,
    /// Called once when the library no longer reads the planes.
    pub release: Option<unsafe extern "C" fn(owner: *mut c_void)>,
    /// Passed to `release`.
    pub owner: *mut c_void,
}

/// Decoded sound from an adapter.
#[repr(C)]
pub struct oyster_stream_audio {
    /// Size of the struct as the adapter was compiled.
    pub size: u32,
    /// Samples per second and channel, 8000 to 192000.
    pub sample_rate: u32,
    /// 1 to 8.
    pub channels: u32,
    /// Samples per channel, 1 to 192000.
    pub frame_count: u32,
    /// Signed 16 bit, native byte order, interleaved; borrowed for the call.
    pub samples: *const i16,
    /// Presentation time in microseconds since the first picture or sound of this join.
    pub pts_us: i64,
}

/// The answer to a request, or why there is none. Borrowed for the call.
#[repr(C)]
pub struct oyster_stream_http_response {
    /// Size of the struct as the library was compiled.
    pub size: u32,
    /// HTTP status; 0 when there was no answer.
    pub status: i32,
    /// The body, NUL-terminated.
    pub body: *const c_char,
    /// Length of the body in bytes.
    pub body_length: usize,
    /// The Location header made absolute, or NULL.
    pub location: *const c_char,
    /// Why there was no answer; NULL when there was one.
    pub failure: *const c_char,
}

/// A request through the library's HTTP client.
#[repr(C)]
pub struct oyster_stream_http_request {
    /// Size of the struct as the adapter was compiled.
    pub size: u32,
    /// "GET", "POST", "PATCH" or "DELETE".
    pub method: *const c_char,
    /// `https://…`; `http://` for loopback addresses only. Secret.
    pub url: *const c_char,
    /// Bearer token, or NULL.
    pub bearer: *const c_char,
    /// Value of Content-Type, or NULL.
    pub content_type: *const c_char,
    /// The body, up to 1 MiB. Secret.
    pub body: *const c_char,
    /// Length of the body in bytes.
    pub body_length: usize,
    /// Bound in milliseconds, 1 to 600000.
    pub timeout_ms: u32,
    /// Called once, from the event loop.
    pub done: Option<
        unsafe extern "C" fn(owner: *mut c_void, response: *const oyster_stream_http_response),
    >,
    /// Passed to `done`.
    pub owner: *mut c_void,
}

/// What the library offers an adapter; valid until the adapter has called `closed`.
#[repr(C)]
pub struct oyster_stream_sink {
    /// Size of the struct as the library was compiled.
    pub size: u32,
    /// First argument of every function below.
    pub context: *mut c_void,
    /// The connection changed.
    pub state: Option<unsafe extern "C" fn(context: *mut c_void, state: oyster_stream_state)>,
    /// The first picture of this join arrived.
    pub first_frame: Option<unsafe extern "C" fn(context: *mut c_void)>,
    /// The connection failed for good.
    pub failure: Option<unsafe extern "C" fn(context: *mut c_void, message: *const c_char)>,
    /// Whether anybody wants pictures.
    pub wants_frames: Option<unsafe extern "C" fn(context: *mut c_void) -> bool>,
    /// A picture, which the library takes over.
    pub frame:
        Option<unsafe extern "C" fn(context: *mut c_void, frame: *const oyster_stream_frame)>,
    /// A log line under the tag "stream".
    pub log: Option<
        unsafe extern "C" fn(context: *mut c_void, level: oyster_log_level, message: *const c_char),
    >,
    /// The stream is gone. Once, last, after leave.
    pub closed: Option<unsafe extern "C" fn(context: *mut c_void)>,
    /// Whether the host wants sound.
    pub wants_audio: Option<unsafe extern "C" fn(context: *mut c_void) -> bool>,
    /// Sound, which is copied.
    pub audio:
        Option<unsafe extern "C" fn(context: *mut c_void, audio: *const oyster_stream_audio)>,
    /// Send a request with the library's HTTP client.
    pub http: Option<
        unsafe extern "C" fn(
            context: *mut c_void,
            request: *const oyster_stream_http_request,
        ) -> oyster_result,
    >,
    /// The file that `record` named cannot be written (any more).
    pub recording_failed: Option<unsafe extern "C" fn(context: *mut c_void, reason: *const c_char)>,
}

/// What a travel will want of its streams.
#[repr(C)]
pub struct oyster_stream_requirements {
    /// Size of the struct as the library was compiled.
    pub size: u32,
    /// 1: audio is to be played on the default output; 0: not.
    pub play_audio: u32,
}

/// What to join.
#[repr(C)]
pub struct oyster_stream_join {
    /// Size of the struct as the library was compiled.
    pub size: u32,
    /// The rtcConfig object as JSON text. Secret.
    pub rtc_config: *const c_char,
    /// encryptedTravelId.
    pub travel_id: *const c_char,
    /// `oyster_mode`.
    pub mode: i32,
    /// `width:height` as the server said, or NULL.
    pub aspect_ratio: *const c_char,
    /// Bound for joining in milliseconds.
    pub timeout_ms: u32,
    /// 1: play sound on the default output; 0: not.
    pub play_audio: u32,
}

/// The functions of an adapter.
#[repr(C)]
pub struct oyster_stream_engine {
    /// Size of the struct as the adapter was compiled.
    pub size: u32,
    /// [`OYSTER_STREAM_ENGINE_ABI`] as the adapter was compiled.
    pub abi: u32,
    /// Short name for log and travel info; static.
    pub name: *const c_char,
    /// Passed to join.
    pub engine: *mut c_void,
    /// Whether this rtcConfig can be joined. NULL means yes.
    pub supports:
        Option<unsafe extern "C" fn(engine: *mut c_void, rtc_config: *const c_char) -> bool>,
    /// Begin to join.
    pub join: Option<
        unsafe extern "C" fn(
            engine: *mut c_void,
            join: *const oyster_stream_join,
            sink: *const oyster_stream_sink,
            stream: *mut *mut c_void,
        ) -> oyster_result,
    >,
    /// Begin to leave.
    pub leave: Option<unsafe extern "C" fn(stream: *mut c_void)>,
    /// Send a command. NULL: not supported.
    pub send_command: Option<
        unsafe extern "C" fn(
            stream: *mut c_void,
            command: *const oyster_stream_command,
        ) -> oyster_result,
    >,
    /// Microphone on or off. NULL: not supported.
    pub set_local_audio: Option<unsafe extern "C" fn(stream: *mut c_void, on: bool)>,
    /// Statistics as JSON text. NULL: not supported.
    pub stats: Option<
        unsafe extern "C" fn(stream: *mut c_void, buffer: *mut c_char, capacity: usize) -> usize,
    >,
    /// Write the received media into a WebM, Matroska or MP4 file; NULL stops. NULL: not supported.
    pub record:
        Option<unsafe extern "C" fn(stream: *mut c_void, path: *const c_char) -> oyster_result>,
    /// Load what streams need and check that it is there. NULL: always ready.
    pub prepare: Option<
        unsafe extern "C" fn(
            engine: *mut c_void,
            requirements: *const oyster_stream_requirements,
            reason: *mut c_char,
            capacity: usize,
        ) -> oyster_result,
    >,
}

/// Type of the exported function.
pub type oyster_stream_engine_entry_fn =
    Option<unsafe extern "C" fn(abi: u32) -> *const oyster_stream_engine>;
