// SPDX-License-Identifier: Apache-2.0
//! The process-wide log (`log.h`).

use crate::base::{c_char, c_void, oyster_release_fn, oyster_release_outcome, oyster_result};

/// Severity of a log record.
pub type oyster_log_level = u32;
pub const OYSTER_LOG_LEVEL_DEFAULT: oyster_log_level = 0;
pub const OYSTER_LOG_LEVEL_DEBUG: oyster_log_level = 1;
pub const OYSTER_LOG_LEVEL_INFO: oyster_log_level = 2;
pub const OYSTER_LOG_LEVEL_WARNING: oyster_log_level = 3;
pub const OYSTER_LOG_LEVEL_ERROR: oyster_log_level = 4;

/// Receives log records; both texts are borrowed for the call.
pub type oyster_log_fn = Option<
    unsafe extern "C" fn(
        context: *mut c_void,
        level: oyster_log_level,
        tag: *const c_char,
        message: *const c_char,
    ),
>;

extern "C" {
    /// Set the lowest level that is logged.
    pub fn oyster_log_set_minimum_level(level: oyster_log_level) -> oyster_result;
    /// Send the log to a handler instead of stderr.
    pub fn oyster_log_set_handler(
        handler: oyster_log_fn,
        context: *mut c_void,
        release: oyster_release_fn,
        outcome: *mut oyster_release_outcome,
    ) -> oyster_result;
}
