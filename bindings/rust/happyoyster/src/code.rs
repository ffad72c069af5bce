// SPDX-License-Identifier: Apache-2.0
//! Error codes by name, for comparison with [`Error::code`](crate::Error::code). Numbers are
//! permanent; codes of the service that are not named here pass through unchanged.

use happyoyster_sys as sys;

/// 100001: the engine has no valid configuration.
pub const NOT_INITIALIZED: i32 = sys::OYSTER_ERROR_NOT_INITIALIZED;
/// 100002: the configuration is blank or invalid.
pub const INVALID_CONFIG: i32 = sys::OYSTER_ERROR_INVALID_CONFIG;
/// 101001: no HTTP token was injected.
pub const TOKEN_MISSING: i32 = sys::OYSTER_ERROR_TOKEN_MISSING;
/// 101002: the server refused the HTTP token.
pub const TOKEN_INVALID: i32 = sys::OYSTER_ERROR_TOKEN_INVALID;
/// 103001: no travel is active.
pub const NO_ACTIVE_TRAVEL: i32 = sys::OYSTER_ERROR_NO_ACTIVE_TRAVEL;
/// 103002: the current state or world version does not allow this.
pub const INVALID_STATE: i32 = sys::OYSTER_ERROR_INVALID_STATE;
/// 103003: this world's mode does not have this operation.
pub const MODE_MISMATCH: i32 = sys::OYSTER_ERROR_MODE_MISMATCH;
/// 103004: another travel of this engine is in flight.
pub const CONCURRENT_TRAVEL: i32 = sys::OYSTER_ERROR_CONCURRENT_TRAVEL;
/// 105001: the real-time connection failed.
pub const REALTIME_CONNECT_FAILED: i32 = sys::OYSTER_ERROR_REALTIME_CONNECT_FAILED;
/// 105002: joining the real-time channel took too long.
pub const REALTIME_JOIN_TIMEOUT: i32 = sys::OYSTER_ERROR_REALTIME_JOIN_TIMEOUT;
/// 105003: the first video frame did not come in time.
pub const FIRST_FRAME_TIMEOUT: i32 = sys::OYSTER_ERROR_FIRST_FRAME_TIMEOUT;
/// 105004: the real-time channel did not take the command.
pub const CHANNEL_NOT_READY: i32 = sys::OYSTER_ERROR_CHANNEL_NOT_READY;
/// 105005: the server did not answer in time.
pub const CALLBACK_TIMEOUT: i32 = sys::OYSTER_ERROR_CALLBACK_TIMEOUT;
/// 105006: no stream arrived after joining; the travel was ended.
pub const STREAM_AUTO_END: i32 = sys::OYSTER_ERROR_STREAM_AUTO_END;
/// 106001: the network failed before an answer came.
pub const LOCAL_NETWORK: i32 = sys::OYSTER_ERROR_LOCAL_NETWORK;
/// 106002: the server's answer could not be understood.
pub const RESPONSE_DECODE_FAILED: i32 = sys::OYSTER_ERROR_RESPONSE_DECODE_FAILED;
/// 106003: a gateway or proxy answered without a code of the service.
pub const PROXY_OR_UNRECOGNIZED: i32 = sys::OYSTER_ERROR_PROXY_OR_UNRECOGNIZED;
/// 108001: the service has switched this SDK version off.
pub const FEATURE_GATE_DISABLED: i32 = sys::OYSTER_ERROR_FEATURE_GATE_DISABLED;
/// 109001: the handle is NULL, stale, or of another kind.
pub const INVALID_HANDLE: i32 = sys::OYSTER_ERROR_INVALID_HANDLE;
/// 109002: an argument is outside what the function accepts.
pub const INVALID_ARGUMENT: i32 = sys::OYSTER_ERROR_INVALID_ARGUMENT;
/// 109003: the library was in use when this process was forked.
pub const FORKED: i32 = sys::OYSTER_ERROR_FORKED;
/// 109004: the call would wait for itself.
pub const WOULD_DEADLOCK: i32 = sys::OYSTER_ERROR_WOULD_DEADLOCK;
/// 109005: this object does not support the call.
pub const UNSUPPORTED: i32 = sys::OYSTER_ERROR_UNSUPPORTED;
/// 109006: a release, cleanup or shutdown overtook the operation.
pub const ABORTED: i32 = sys::OYSTER_ERROR_ABORTED;
/// 109007: a limit of the library is reached.
pub const LIMIT_REACHED: i32 = sys::OYSTER_ERROR_LIMIT_REACHED;
/// 109008: the library was shut down in this process.
pub const SHUT_DOWN: i32 = sys::OYSTER_ERROR_SHUT_DOWN;
/// 109009: no frame has arrived yet.
pub const NO_FRAME: i32 = sys::OYSTER_ERROR_NO_FRAME;
/// 109010: the wait ended before the work did.
pub const TIMED_OUT: i32 = sys::OYSTER_ERROR_TIMED_OUT;
/// 109011: the system refused a thread, a descriptor or memory.
pub const OUT_OF_RESOURCES: i32 = sys::OYSTER_ERROR_OUT_OF_RESOURCES;
/// 400000: a parameter is invalid.
pub const SERVER_INVALID_PARAMETER: i32 = sys::OYSTER_ERROR_SERVER_INVALID_PARAMETER;
/// 400001: an image could not be fetched or stored.
pub const SERVER_IMAGE_UNREACHABLE: i32 = sys::OYSTER_ERROR_SERVER_IMAGE_UNREACHABLE;
/// 401010: the ticket is invalid or expired.
pub const SERVER_TICKET_INVALID: i32 = sys::OYSTER_ERROR_SERVER_TICKET_INVALID;
/// 401011: the ticket was used before.
pub const SERVER_TICKET_USED: i32 = sys::OYSTER_ERROR_SERVER_TICKET_USED;
/// 403001: the world does not exist or is not yours.
pub const SERVER_WORLD_NOT_FOUND: i32 = sys::OYSTER_ERROR_SERVER_WORLD_NOT_FOUND;
/// 403002: the world is not ready.
pub const SERVER_WORLD_NOT_READY: i32 = sys::OYSTER_ERROR_SERVER_WORLD_NOT_READY;
/// 403003: only the primary API key may call this.
pub const SERVER_PRIMARY_KEY_ONLY: i32 = sys::OYSTER_ERROR_SERVER_PRIMARY_KEY_ONLY;
/// 403004: content moderation refused the text.
pub const SERVER_CONTENT_MODERATION: i32 = sys::OYSTER_ERROR_SERVER_CONTENT_MODERATION;
/// 403005: the content was refused for copyright.
pub const SERVER_CONTENT_COPYRIGHT: i32 = sys::OYSTER_ERROR_SERVER_CONTENT_COPYRIGHT;
/// 403006: this world takes no instructions.
pub const SERVER_INSTRUCT_UNSUPPORTED: i32 = sys::OYSTER_ERROR_SERVER_INSTRUCT_UNSUPPORTED;
/// 403007: the account does not have this service specification.
pub const SERVER_SPECIFICATION_DISABLED: i32 = sys::OYSTER_ERROR_SERVER_SPECIFICATION_DISABLED;
/// 403008: capacity configuration is temporarily unavailable.
pub const SERVER_CAPACITY_UNAVAILABLE: i32 = sys::OYSTER_ERROR_SERVER_CAPACITY_UNAVAILABLE;
/// 404000: the travel or world does not exist.
pub const SERVER_NOT_FOUND: i32 = sys::OYSTER_ERROR_SERVER_NOT_FOUND;
/// 409000: the request conflicts with the current state.
pub const SERVER_STATE_CONFLICT: i32 = sys::OYSTER_ERROR_SERVER_STATE_CONFLICT;
/// 429001: the concurrency limit of this specification is reached.
pub const SERVER_CONCURRENCY_LIMIT: i32 = sys::OYSTER_ERROR_SERVER_CONCURRENCY_LIMIT;
/// 429002: not enough capacity is free.
pub const SERVER_CAPACITY_EXHAUSTED: i32 = sys::OYSTER_ERROR_SERVER_CAPACITY_EXHAUSTED;
/// 500000: the server had an internal error.
pub const SERVER_INTERNAL: i32 = sys::OYSTER_ERROR_SERVER_INTERNAL;
/// 500001: inference resources could not be allocated.
pub const SERVER_INFERENCE_FAILED: i32 = sys::OYSTER_ERROR_SERVER_INFERENCE_FAILED;
