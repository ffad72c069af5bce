/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file error.h
 * Error codes and what they mean. The type of an error is always told by its code, whichever way
 * it arrives: as a return value, through a completion, or as an event. docs/errors.md lists cause
 * and remedy of each.
 */
#ifndef HAPPYOYSTER_ERROR_H
#define HAPPYOYSTER_ERROR_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Every code this version names. Numbers are permanent. */
typedef enum OYSTER_ENUM oyster_error_code {
    OYSTER_OK = 0,

    /* Local to the client (source: SDK reference, section 9). */
    OYSTER_ERROR_NOT_INITIALIZED = 100001,
    OYSTER_ERROR_INVALID_CONFIG = 100002,
    OYSTER_ERROR_TOKEN_MISSING = 101001,
    OYSTER_ERROR_TOKEN_INVALID = 101002,
    OYSTER_ERROR_NO_ACTIVE_TRAVEL = 103001,
    OYSTER_ERROR_INVALID_STATE = 103002,
    OYSTER_ERROR_MODE_MISMATCH = 103003,
    OYSTER_ERROR_CONCURRENT_TRAVEL = 103004,
    OYSTER_ERROR_REALTIME_CONNECT_FAILED = 105001,
    OYSTER_ERROR_REALTIME_JOIN_TIMEOUT = 105002,
    OYSTER_ERROR_FIRST_FRAME_TIMEOUT = 105003,
    OYSTER_ERROR_CHANNEL_NOT_READY = 105004,
    OYSTER_ERROR_CALLBACK_TIMEOUT = 105005,
    OYSTER_ERROR_STREAM_AUTO_END = 105006,
    OYSTER_ERROR_LOCAL_NETWORK = 106001,
    OYSTER_ERROR_RESPONSE_DECODE_FAILED = 106002,
    OYSTER_ERROR_PROXY_OR_UNRECOGNIZED = 106003,
    OYSTER_ERROR_FEATURE_GATE_DISABLED = 108001,

    /* Misuse of the C interface itself; ours. */
    OYSTER_ERROR_INVALID_HANDLE = 109001,
    OYSTER_ERROR_INVALID_ARGUMENT = 109002,
    OYSTER_ERROR_FORKED = 109003,
    OYSTER_ERROR_WOULD_DEADLOCK = 109004,
    OYSTER_ERROR_UNSUPPORTED = 109005,
    OYSTER_ERROR_ABORTED = 109006,
    OYSTER_ERROR_LIMIT_REACHED = 109007,
    OYSTER_ERROR_SHUT_DOWN = 109008,
    OYSTER_ERROR_NO_FRAME = 109009,
    OYSTER_ERROR_TIMED_OUT = 109010,
    OYSTER_ERROR_OUT_OF_RESOURCES = 109011,

    /* From the server (source: SDK reference, section 9, and the Open API error table). */
    OYSTER_ERROR_SERVER_INVALID_PARAMETER = 400000,
    OYSTER_ERROR_SERVER_IMAGE_UNREACHABLE = 400001,
    OYSTER_ERROR_SERVER_TICKET_INVALID = 401010,
    OYSTER_ERROR_SERVER_TICKET_USED = 401011,
    OYSTER_ERROR_SERVER_WORLD_NOT_FOUND = 403001,
    OYSTER_ERROR_SERVER_WORLD_NOT_READY = 403002,
    OYSTER_ERROR_SERVER_PRIMARY_KEY_ONLY = 403003,
    OYSTER_ERROR_SERVER_CONTENT_MODERATION = 403004,
    OYSTER_ERROR_SERVER_CONTENT_COPYRIGHT = 403005,
    OYSTER_ERROR_SERVER_INSTRUCT_UNSUPPORTED = 403006,
    OYSTER_ERROR_SERVER_SPECIFICATION_DISABLED = 403007,
    OYSTER_ERROR_SERVER_CAPACITY_UNAVAILABLE = 403008,
    OYSTER_ERROR_SERVER_NOT_FOUND = 404000,
    OYSTER_ERROR_SERVER_STATE_CONFLICT = 409000,
    OYSTER_ERROR_SERVER_CONCURRENCY_LIMIT = 429001,
    OYSTER_ERROR_SERVER_CAPACITY_EXHAUSTED = 429002,
    OYSTER_ERROR_SERVER_INTERNAL = 500000,
    OYSTER_ERROR_SERVER_INFERENCE_FAILED = 500001
} oyster_error_code;

/** Semantic view of a code: the cases of the reference's OysterErrorKind, and one of ours. */
typedef enum OYSTER_ENUM oyster_error_kind_value {
    OYSTER_ERROR_KIND_NONE = 0,
    OYSTER_ERROR_KIND_NOT_INITIALIZED = 1,
    OYSTER_ERROR_KIND_TOKEN_MISSING = 2,
    OYSTER_ERROR_KIND_TOKEN_INVALID = 3,
    OYSTER_ERROR_KIND_NO_ACTIVE_TRAVEL = 4,
    OYSTER_ERROR_KIND_INVALID_STATE = 5,
    /** 103003: any mode mismatch; the name is the reference's. */
    OYSTER_ERROR_KIND_SEND_COMMAND_IN_DIRECTING = 6,
    OYSTER_ERROR_KIND_CONCURRENT_TRAVEL = 7,
    OYSTER_ERROR_KIND_REALTIME_CONNECT_FAILED = 8,
    OYSTER_ERROR_KIND_REALTIME_JOIN_TIMEOUT = 9,
    OYSTER_ERROR_KIND_FIRST_FRAME_TIMEOUT = 10,
    OYSTER_ERROR_KIND_CHANNEL_NOT_READY = 11,
    OYSTER_ERROR_KIND_CALLBACK_TIMEOUT = 12,
    OYSTER_ERROR_KIND_LOCAL_NETWORK = 13,
    OYSTER_ERROR_KIND_RESPONSE_DECODE_FAILED = 14,
    OYSTER_ERROR_KIND_STREAM_AUTO_END = 15,
    OYSTER_ERROR_KIND_PROXY_OR_UNRECOGNIZED = 16,
    OYSTER_ERROR_KIND_FEATURE_GATE_DISABLED = 17,
    /** A 4xxxxx or 5xxxxx code of the server. */
    OYSTER_ERROR_KIND_SERVER = 18,
    OYSTER_ERROR_KIND_UNKNOWN = 19,
    /** Ours: 109xxx, misuse of the C interface. */
    OYSTER_ERROR_KIND_INTERFACE_MISUSE = 20
} oyster_error_kind_value;

/**
 * Short name of a code, such as "TOKEN_INVALID" or "SERVER_TICKET_USED".
 *
 * @param code Any number.
 * @return Static text; "OK" for 0, "SERVER" for unnamed 4xxxxx/5xxxxx, "UNKNOWN" for the rest.
 *
 * Ownership: static, never freed.
 * Threading: any thread, also in a forked child.
 * Since: 0.1
 */
OYSTER_API const char *oyster_error_name(oyster_result code);

/**
 * Semantic kind of a code.
 *
 * @param code Any number.
 * @return The kind; OYSTER_ERROR_KIND_UNKNOWN for numbers outside every table.
 *
 * Ownership: none.
 * Threading: any thread, also in a forked child.
 * Since: 0.1
 */
OYSTER_API oyster_error_kind_value oyster_error_kind(oyster_result code);

/**
 * Name of the kind of a code in the reference's spelling, such as "tokenInvalid".
 *
 * @param code Any number.
 * @return Static text, never NULL.
 *
 * Ownership: static, never freed.
 * Threading: any thread, also in a forked child.
 * Since: 0.1
 */
OYSTER_API const char *oyster_error_kind_name(oyster_result code);

/**
 * What a developer does about a code, in one or two English sentences.
 *
 * @param code Any number.
 * @return Static text, never NULL; empty for 0.
 *
 * Ownership: static, never freed.
 * Threading: any thread, also in a forked child.
 * Since: 0.1
 */
OYSTER_API const char *oyster_error_advice(oyster_result code);

/**
 * Whether this code, when the running travel reports it, makes the SDK end the travel (status
 * `failed`). A polled failure of the server ends it too, whatever its code: the event's
 * `endsTravel` is authoritative.
 *
 * @param code Any number.
 * @return true for 105001, 105002, 105003, 105006 and 108001.
 *
 * Ownership: none.
 * Threading: any thread, also in a forked child.
 * Since: 0.1
 */
OYSTER_API bool oyster_error_ends_travel(oyster_result code);

#ifdef __cplusplus
}
#endif

#endif
