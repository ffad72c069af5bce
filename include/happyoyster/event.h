/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file event.h
 * What a travel tells its subscribers.
 *
 * Order is the order of happening, the same for every subscriber, and in one line with the
 * completions of the engine. `failed` is preceded by its error; the terminal status is the last
 * event. An engine keeps up to 1024 undelivered events; beyond that the oldest repeatable one
 * (travelUpdated, then error) is dropped and counted, never a completion or a terminal status.
 */
#ifndef HAPPYOYSTER_EVENT_H
#define HAPPYOYSTER_EVENT_H

#include "base.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Status of a travel (reference: OysterTravelStatus). */
typedef enum OYSTER_ENUM oyster_status {
    /** After creation, before start. */
    OYSTER_STATUS_IDLE = 0,
    /** Connecting or reconnecting. */
    OYSTER_STATUS_PREPARE = 1,
    /** The stream is there, interactive. */
    OYSTER_STATUS_RUNNING = 2,
    /** Pause accepted, not confirmed by the server yet. */
    OYSTER_STATUS_PAUSING = 3,
    /** Paused, confirmed. */
    OYSTER_STATUS_PAUSED = 4,
    /** Terminal: ended by the host or by the server. */
    OYSTER_STATUS_ENDED = 5,
    /** Terminal: failed; an error event came before. */
    OYSTER_STATUS_FAILED = 6
} oyster_status;

/** What happened. */
typedef enum OYSTER_ENUM oyster_event_type {
    /** `status` changed; payload `{"status":…}`. */
    OYSTER_EVENT_STATUS_CHANGED = 1,
    /** `code` and payload are the error object of docs/json.md. Of consecutive failed polls the
     *  first is reported, then one at most every 30 s with their number in the message. */
    OYSTER_EVENT_ERROR = 2,
    /** The server answered start; the payload is the result of start. Before the stream connects.
     */
    OYSTER_EVENT_TRAVEL_INFO_READY = 3,
    /** URL of a first picture, payload `{"firstFrame":…}`; after travelInfoReady, only if there is
     *  one. Media URLs are secrets of the travel: only event payloads and the result of start
     *  carry them. */
    OYSTER_EVENT_FIRST_FRAME_GENERATED = 4,
    /** Action pools, chapters or executed instructions changed, or a poll succeeded after failed
     *  ones; payload as in docs/json.md. Source: Open API `travels/status`. */
    OYSTER_EVENT_TRAVEL_UPDATED = 5
} oyster_event_type;

/** One event. Later versions append fields and enlarge `size`. */
typedef struct oyster_event {
    /** sizeof(oyster_event) as the library was compiled. */
    uint32_t size;
    oyster_event_type type;
    /** Status after the event. */
    oyster_status status;
    /** Error code of OYSTER_EVENT_ERROR, else 0. */
    oyster_result code;
    /** Never NULL; borrowed for the call. */
    const cJSON *payload;
    /** 1, 2, 3 … per travel; a gap means dropped events. */
    uint64_t sequence;
    /** CLOCK_MONOTONIC in microseconds, when it happened. */
    int64_t monotonic_time_us;
    /** NULL. */
    void *reserved;
} oyster_event;

/** Receives the events of a travel; `event` is borrowed for the call. */
typedef void (*oyster_event_fn)(void *context, const oyster_event *event);

#ifdef __cplusplus
}
#endif

#endif
