// SPDX-License-Identifier: Apache-2.0
//! Error codes and what they mean (`error.h`).

use crate::base::{c_char, oyster_result};

/// Every code this version names.
pub type oyster_error_code = oyster_result;
pub const OYSTER_OK: oyster_error_code = 0;
pub const OYSTER_ERROR_NOT_INITIALIZED: oyster_error_code = 100001;
pub const OYSTER_ERROR_INVALID_CONFIG: oyster_error_code = 100002;
pub const OYSTER_ERROR_TOKEN_MISSING: oyster_error_code = 101001;
pub const OYSTER_ERROR_TOKEN_INVALID: oyster_error_code = 101002;
pub const OYSTER_ERROR_NO_ACTIVE_TRAVEL: oyster_error_code = 103001;
pub const OYSTER_ERROR_INVALID_STATE: oyster_error_code = 103002;
pub const OYSTER_ERROR_MODE_MISMATCH: oyster_error_code = 103003;
pub const OYSTER_ERROR_CONCURRENT_TRAVEL: oyster_error_code = 103004;
pub const OYSTER_ERROR_REALTIME_CONNECT_FAILED: oyster_error_code = 105001;
pub const OYSTER_ERROR_REALTIME_JOIN_TIMEOUT: oyster_error_code = 105002;
pub const OYSTER_ERROR_FIRST_FRAME_TIMEOUT: oyster_error_code = 105003;
pub const OYSTER_ERROR_CHANNEL_NOT_READY: oyster_error_code = 105004;
pub const OYSTER_ERROR_CALLBACK_TIMEOUT: oyster_error_code = 105005;
pub const OYSTER_ERROR_STREAM_AUTO_END: oyster_error_code = 105006;
pub const OYSTER_ERROR_LOCAL_NETWORK: oyster_error_code = 106001;
pub const OYSTER_ERROR_RESPONSE_DECODE_FAILED: oyster_error_code = 106002;
pub const OYSTER_ERROR_PROXY_OR_UNRECOGNIZED: oyster_error_code = 106003;
pub const OYSTER_ERROR_FEATURE_GATE_DISABLED: oyster_error_code = 108001;
pub const OYSTER_ERROR_INVALID_HANDLE: oyster_error_code = 109001;
pub const OYSTER_ERROR_INVALID_ARGUMENT: oyster_error_code = 109002;
pub const OYSTER_ERROR_FORKED: oyster_error_code = 109003;
pub const OYSTER_ERROR_WOULD_DEADLOCK: oyster_error_code = 109004;
pub const OYSTER_ERROR_UNSUPPORTED: oyster_error_code = 109005;
pub const OYSTER_ERROR_ABORTED: oyster_error_code = 109006;
pub const OYSTER_ERROR_LIMIT_REACHED: oyster_error_code = 109007;
pub const OYSTER_ERROR_SHUT_DOWN: oyster_error_code = 109008;
pub const OYSTER_ERROR_NO_FRAME: oyster_error_code = 109009;
pub const OYSTER_ERROR_TIMED_OUT: oyster_error_code = 109010;
pub const OYSTER_ERROR_OUT_OF_RESOURCES: oyster_error_code = 109011;
pub const OYSTER_ERROR_SERVER_INVALID_PARAMETER: oyster_error_code = 400000;
pub const OYSTER_ERROR_SERVER_IMAGE_UNREACHABLE: oyster_error_code = 400001;
pub const OYSTER_ERROR_SERVER_TICKET_INVALID: oyster_error_code = 401010;
pub const OYSTER_ERROR_SERVER_TICKET_USED: oyster_error_code = 401011;
pub const OYSTER_ERROR_SERVER_WORLD_NOT_FOUND: oyster_error_code = 403001;
pub const OYSTER_ERROR_SERVER_WORLD_NOT_READY: oyster_error_code = 403002;
pub const OYSTER_ERROR_SERVER_PRIMARY_KEY_ONLY: oyster_error_code = 403003;
pub const OYSTER_ERROR_SERVER_CONTENT_MODERATION: oyster_error_code = 403004;
pub const OYSTER_ERROR_SERVER_CONTENT_COPYRIGHT: oyster_error_code = 403005;
pub const OYSTER_ERROR_SERVER_INSTRUCT_UNSUPPORTED: oyster_error_code = 403006;
pub const OYSTER_ERROR_SERVER_SPECIFICATION_DISABLED: oyster_error_code = 403007;
pub const OYSTER_ERROR_SERVER_CAPACITY_UNAVAILABLE: oyster_error_code = 403008;
pub const OYSTER_ERROR_SERVER_NOT_FOUND: oyster_error_code = 404000;
pub const OYSTER_ERROR_SERVER_STATE_CONFLICT: oyster_error_code = 409000;
pub const OYSTER_ERROR_SERVER_CONCURRENCY_LIMIT: oyster_error_code = 429001;
pub const OYSTER_ERROR_SERVER_CAPACITY_EXHAUSTED: oyster_error_code = 429002;
pub const OYSTER_ERROR_SERVER_INTERNAL: oyster_error_code = 500000;
pub const OYSTER_ERROR_SERVER_INFERENCE_FAILED: oyster_error_code = 500001;

/// Semantic view of a code: the cases of the reference's `OysterErrorKind`, and one of ours.
pub type oyster_error_kind_value = u32;
pub const OYSTER_ERROR_KIND_NONE: oyster_error_kind_value = 0;
pub const OYSTER_ERROR_KIND_NOT_INITIALIZED: oyster_error_kind_value = 1;
pub const OYSTER_ERROR_KIND_TOKEN_MISSING: oyster_error_kind_value = 2;
pub const OYSTER_ERROR_KIND_TOKEN_INVALID: oyster_error_kind_value = 3;
pub const OYSTER_ERROR_KIND_NO_ACTIVE_TRAVEL: oyster_error_kind_value = 4;
pub const OYSTER_ERROR_KIND_INVALID_STATE: oyster_error_kind_value = 5;
pub const OYSTER_ERROR_KIND_SEND_COMMAND_IN_DIRECTING: oyster_error_kind_value = 6;
pub const OYSTER_ERROR_KIND_CONCURRENT_TRAVEL: oyster_error_kind_value = 7;
pub const OYSTER_ERROR_KIND_REALTIME_CONNECT_FAILED: oyster_error_kind_value = 8;
pub const OYSTER_ERROR_KIND_REALTIME_JOIN_TIMEOUT: oyster_error_kind_value = 9;
pub const OYSTER_ERROR_KIND_FIRST_FRAME_TIMEOUT: oyster_error_kind_value = 10;
pub const OYSTER_ERROR_KIND_CHANNEL_NOT_READY: oyster_error_kind_value = 11;
pub const OYSTER_ERROR_KIND_CALLBACK_TIMEOUT: oyster_error_kind_value = 12;
pub const OYSTER_ERROR_KIND_LOCAL_NETWORK: oyster_error_kind_value = 13;
pub const OYSTER_ERROR_KIND_RESPONSE_DECODE_FAILED: oyster_error_kind_value = 14;
pub const OYSTER_ERROR_KIND_STREAM_AUTO_END: oyster_error_kind_value = 15;
pub const OYSTER_ERROR_KIND_PROXY_OR_UNRECOGNIZED: oyster_error_kind_value = 16;
pub const OYSTER_ERROR_KIND_FEATURE_GATE_DISABLED: oyster_error_kind_value = 17;
pub const OYSTER_ERROR_KIND_SERVER: oyster_error_kind_value = 18;
pub const OYSTER_ERROR_KIND_UNKNOWN: oyster_error_kind_value = 19;
pub const OYSTER_ERROR_KIND_INTERFACE_MISUSE: oyster_error_kind_value = 20;

extern "C" {
    /// Short name of a code, such as "TOKEN_INVALID".
    pub fn oyster_error_name(code: oyster_result) -> *const c_char;
    /// Semantic kind of a code.
    pub fn oyster_error_kind(code: oyster_result) -> oyster_error_kind_value;
    /// Name of the kind of a code in the reference's spelling.
    pub fn oyster_error_kind_name(code: oyster_result) -> *const c_char;
    /// What a developer does about a code.
    pub fn oyster_error_advice(code: oyster_result) -> *const c_char;
    /// Whether this code makes the SDK end the travel that reports it.
    pub fn oyster_error_ends_travel(code: oyster_result) -> bool;
}
