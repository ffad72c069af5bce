// SPDX-License-Identifier: Apache-2.0
//! The engine: configuration, token, delivery of callbacks, the travel in flight (`engine.h`).

use crate::base::{
    cJSON, c_char, c_int, c_void, oyster_done_fn, oyster_engine, oyster_release_outcome,
    oyster_result, oyster_travel,
};
use crate::log::oyster_log_level;

/// Configuration of an engine; fields left 0 or NULL take their default.
#[repr(C)]
pub struct oyster_config {
    /// Size of the struct as the host was compiled.
    pub size: u32,
    /// Log level to set, or `OYSTER_LOG_LEVEL_DEFAULT`.
    pub log_level: oyster_log_level,
    /// Required. `host[:port]`, `https://host[:port]`, or `http://` with a loopback address.
    pub api_host: *const c_char,
    /// Required. Versioned model name.
    pub model: *const c_char,
    /// Bound of each network step in milliseconds; 0 means 30000.
    pub callback_timeout_ms: u32,
    /// Interval of the status poll in milliseconds; 0 means 2000.
    pub poll_interval_ms: u32,
    /// "auto", "loopback", "webrtc", or the path of an adapter.
    pub stream_engine: *const c_char,
    /// PEM file with certificate authorities, or NULL for the system's.
    pub ca_file: *const c_char,
    /// Application's `name/version`, or NULL.
    pub user_agent: *const c_char,
    /// NULL.
    pub reserved: *mut c_void,
    /// 1: the stream engine plays sound on the default output; 0: it does not.
    pub play_audio: u32,
}

/// Where callbacks of an engine run.
pub type oyster_delivery = u32;
pub const OYSTER_DELIVERY_THREAD: oyster_delivery = 0;
pub const OYSTER_DELIVERY_HOST: oyster_delivery = 1;

extern "C" {
    /// The process-level engine, or NULL.
    pub fn oyster_engine_shared() -> *mut oyster_engine;
    /// Create an independent engine.
    pub fn oyster_engine_create(engine: *mut *mut oyster_engine) -> oyster_result;
    /// Give an engine back.
    pub fn oyster_engine_destroy(
        engine: *mut oyster_engine,
        outcome: *mut oyster_release_outcome,
    ) -> oyster_result;
    /// Apply a configuration.
    pub fn oyster_engine_initialize(
        engine: *mut oyster_engine,
        config: *const oyster_config,
    ) -> oyster_result;
    /// Whether the engine has a valid configuration.
    /// Checks a configuration without applying it.
    pub fn oyster_engine_check_config(
        engine: *const oyster_engine,
        config: *const oyster_config,
        error: *mut *mut cJSON,
    ) -> oyster_result;
    pub fn oyster_engine_is_ready(engine: *const oyster_engine) -> bool;
    /// Inject the HTTP token.
    pub fn oyster_engine_update_token(
        engine: *mut oyster_engine,
        token: *const c_char,
    ) -> oyster_result;
    /// Create a travel from a one-time ticket.
    pub fn oyster_engine_create_travel(
        engine: *mut oyster_engine,
        ticket: *const c_char,
        travel: *mut *mut oyster_travel,
    ) -> oyster_result;
    /// End the travel in flight, forget configuration and token.
    pub fn oyster_engine_cleanup(
        engine: *mut oyster_engine,
        done: oyster_done_fn,
        context: *mut c_void,
    ) -> oyster_result;
    /// Choose the thread that runs this engine's callbacks.
    pub fn oyster_engine_set_delivery(
        engine: *mut oyster_engine,
        delivery: oyster_delivery,
    ) -> oyster_result;
    /// A file descriptor that is readable while something waits for dispatch.
    pub fn oyster_engine_event_fd(engine: *mut oyster_engine, fd: *mut c_int) -> oyster_result;
    /// Run waiting callbacks on this thread (host delivery).
    pub fn oyster_engine_dispatch(
        engine: *mut oyster_engine,
        timeout_ms: u32,
        count: *mut usize,
    ) -> oyster_result;
    /// For the exit of a process: refuse everything from now on and drain.
    pub fn oyster_engine_shutdown_all(timeout_ms: u32) -> oyster_result;
}
