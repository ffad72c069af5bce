/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file calls.h
 * A table of all functions that can refuse a handle, with valid other arguments.
 */
#ifndef CALLS_H
#define CALLS_H

#include <happyoyster.h>

/** Stands for `false` or NULL where a function cannot return a code. */
#define CALL_REFUSED (-2)

/** The type of the first argument of a function. */
typedef enum call_kind {
    CALL_ENGINE,
    CALL_TRAVEL,
    CALL_VIEW,
    CALL_FRAME,
    CALL_SESSION,
    /** No handle at all. */
    CALL_NONE
} call_kind;

/** One function. */
typedef struct call {
    const char *name;
    call_kind kind;
    /** Calls it with a handle; its code, or CALL_REFUSED. */
    oyster_result (*run)(void *handle);
    /** Whether its value shows a refusal: CALL_REFUSED is the only one. */
    bool refuses_by_value;
} call;

/** All functions except oyster_engine_shutdown_all(), which cannot be undone. */
extern const call all_calls[];
extern const int all_calls_count;

#endif
