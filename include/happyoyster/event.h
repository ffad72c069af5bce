/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file event.h
 * Events of a travel, and the listeners that receive them.
 *
 * Every listener receives the same events in the order in which they happened. Events and the
 * completions of operations of one engine share that order. An error event precedes the status
 * `failed`. The terminal status (`ended` or `failed`) is the last event of a travel.
 *
 * An engine keeps up to 1024 events that the host has not received yet. When one more arrives, the
 * library drops the oldest `travelUpdated` event, or, if there is none, the oldest error event, and
 * counts it. It never drops a completion or a terminal status.
 */
#ifndef HAPPYOYSTER_EVENT_H
#define HAPPYOYSTER_EVENT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Status of a travel (reference: OysterTravelStatus). */
typedef enum OYSTER_ENUM oyster_status {
    /** Created, not started. */
    OYSTER_STATUS_IDLE = 0,
    /** Connecting or reconnecting. */
    OYSTER_STATUS_PREPARE = 1,
    /** Frames arrive; the travel accepts commands and instructions. */
    OYSTER_STATUS_RUNNING = 2,
    /** The server accepted a pause and has not confirmed it yet. */
    OYSTER_STATUS_PAUSING = 3,
    /** The server confirmed the pause. */
    OYSTER_STATUS_PAUSED = 4,
    /** Terminal: ended by the host or by the server. */
    OYSTER_STATUS_ENDED = 5,
    /** Terminal: failed. An error event came before. */
    OYSTER_STATUS_FAILED = 6
} oyster_status;

/** What happened. */
typedef enum OYSTER_ENUM oyster_event_type {
    /** The status changed. Payload: `{"status":…}`. */
    OYSTER_EVENT_STATUS_CHANGED = 1,
    /** A failure. `code` and payload are those of the error object in docs/json.md. Of several
     *  failed status polls in a row the first one is reported, then at most one every 30 s, whose
     *  message has the number of failed polls. */
    OYSTER_EVENT_ERROR = 2,
    /** The server answered start; the media connection is not there yet. The payload is the result
     *  of start. */
    OYSTER_EVENT_TRAVEL_INFO_READY = 3,
    /** The server made a still image of the first scene. Payload: `{"firstFrame":…}`, its URL. It
     *  follows `travelInfoReady`, and only when the server sends such an URL. Media URLs are
     * secret: only event payloads and the result of start contain them. */
    OYSTER_EVENT_FIRST_FRAME_GENERATED = 4,
    /** Action lists, chapters or executed instructions changed, or a status poll succeeded after
     *  failed ones. Payload: see docs/json.md. Source: Open API `travels/status`. */
    OYSTER_EVENT_TRAVEL_UPDATED = 5
} oyster_event_type;

/** One event. Later versions append fields and enlarge `size`. */
typedef struct oyster_event {
    /** sizeof(oyster_event) as the library was compiled. */
    uint32_t size;
    /** What happened. */
    oyster_event_type type;
    /** Status of the travel after the event. */
    oyster_status status;
    /** Error code of OYSTER_EVENT_ERROR, else 0. */
    oyster_result code;
    /** Data of the event. Never NULL; borrowed for the call. */
    const cJSON *payload;
    /** 1, 2, 3 … per travel. A gap is the number of dropped events. */
    uint64_t sequence;
    /** When it happened, in microseconds of CLOCK_MONOTONIC. */
    int64_t monotonic_time_us;
    /** NULL. */
    void *reserved;
} oyster_event;

/** Receives the events of a travel. `event` is borrowed for the call. */
typedef void (*oyster_event_fn)(void *context, const oyster_event *event);

/**
 * Add a listener of a travel's events. A travel has up to 64 listeners. Each receives all events
 * that happen after this call.
 *
 * @param travel Handle.
 * @param handler Called once per event, on the thread that oyster_engine_set_delivery() selects;
 *                not NULL.
 * @param context Passed to the handler.
 * @param release Called once when `context` is no longer used, or NULL.
 * @param listener Out: id for oyster_travel_remove_listener(), unique in the process, never 0;
 *                 written on success only; not NULL.
 * @return OYSTER_OK; OYSTER_ERROR_INVALID_ARGUMENT; OYSTER_ERROR_INVALID_HANDLE;
 *         OYSTER_ERROR_LIMIT_REACHED when the travel has 64 listeners; OYSTER_ERROR_FORKED. On a
 *         refusal `release` is not called.
 *
 * Ownership: `context` belongs to the library until `release` has run.
 * Threading: any thread, any callback.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_add_listener(oyster_travel *travel, oyster_event_fn handler,
                                                    void *context, oyster_release_fn release,
                                                    oyster_listener_id *listener);

/**
 * Remove a listener. Events that it has not received yet are dropped for it. When `outcome` is
 * OYSTER_RELEASE_COMPLETE, the release function has run on this thread before the call returned.
 *
 * @param travel Handle.
 * @param listener Id from oyster_travel_add_listener().
 * @param outcome Out, may be NULL: OYSTER_RELEASE_COMPLETE or OYSTER_RELEASE_DEFERRED.
 * @return OYSTER_OK; OYSTER_ERROR_INVALID_ARGUMENT when the travel has no listener of this id;
 *         OYSTER_ERROR_INVALID_HANDLE; OYSTER_ERROR_FORKED.
 *
 * Ownership: `context` belongs to the host again, now (complete) or when its release function has
 *            run (deferred).
 * Threading: any thread, any callback; waits up to 50 ms for a callback that runs.
 * Since: 0.1
 */
OYSTER_API oyster_result oyster_travel_remove_listener(oyster_travel *travel,
                                                       oyster_listener_id listener,
                                                       oyster_release_outcome *outcome);

/**
 * Name of a status in the reference's spelling, such as "running".
 *
 * @param status Any number.
 * @return Static text; "unknown" for other numbers.
 *
 * Ownership: static, never freed.
 * Threading: any thread, also in a forked child.
 * Since: 0.1
 */
OYSTER_API const char *oyster_status_name(oyster_status status);

#ifdef __cplusplus
}
#endif

#endif
