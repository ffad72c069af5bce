/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file reconnect.h
 * Decides when a stream connects, reconnects, reports a state and gives up: a state machine without
 * I/O, clock and threads. The supervisor passes inputs to it and performs the actions that it
 * returns.
 *
 * Times are microseconds of one monotonic clock.
 */
#ifndef OYSTER_RECONNECT_H
#define OYSTER_RECONNECT_H

#include <glib.h>

#include "happyoyster/stream_engine.h"

enum {
    /** An attempt that is not connected after this time has failed. */
    ATTEMPT_TIMEOUT_US = 10 * 1000 * 1000,
    /** Without any packet, RTP or RTCP, for this time the connection is lost. */
    PACKET_TIMEOUT_US = 3 * 1000 * 1000,
    /** Without a frame for this time the state is BUFFERING. */
    FRAME_TIMEOUT_US = 600 * 1000,
    /** After a loss the engine reconnects for this time, then it gives up. */
    RECONNECT_TIMEOUT_US = 30 * 1000 * 1000,
    /** The interval of RECONNECT_TICK. */
    TICK_MS = 100,
    /** The transport's statistics are requested with every tenth tick. */
    TICKS_PER_STATS = 10
};

typedef enum OysterReconnectPhase {
    /** Before RECONNECT_START. */
    RECONNECT_IDLE,
    RECONNECT_CONNECTING,
    RECONNECT_CONNECTED,
    /** The last attempt failed; the next one starts when the retry timer fires. */
    RECONNECT_WAITING,
    /** Given up, or stopped: no attempt starts any more. */
    RECONNECT_ENDED
} OysterReconnectPhase;

typedef struct OysterReconnect {
    OysterReconnectPhase phase;
    /** The number of the current attempt, or of the next one; inputs with another number are
     *  ignored. */
    guint attempt;
    gint64 attempt_start_us;
    /** The stream gives up if no attempt can start before this time; 0 from a frame until the next
     *  loss. */
    gint64 deadline_us;
    /** Failed attempts since the last frame. */
    guint failures;
    gboolean has_played;
    /** The last reported state; 0 before the first. */
    oyster_stream_state last_state;
    guint ticks;
} OysterReconnect;

typedef enum OysterReconnectInputKind {
    /** The stream begins. */
    RECONNECT_START,
    /** The retry timer fired. */
    RECONNECT_RETRY,
    /** The signalling server answered the offer of `attempt` with HTTP `status`; 0: no answer. */
    RECONNECT_ANSWERED,
    /** The peer connection of `attempt` is up. */
    RECONNECT_ATTEMPT_CONNECTED,
    /** `attempt` failed; another one may succeed. */
    RECONNECT_ATTEMPT_FAILED,
    /** `attempt` failed, perhaps before it started, and every other attempt would fail as well. */
    RECONNECT_ATTEMPT_REFUSED,
    /** TICK_MS passed; `last_packet_us` and `last_frame_us` are when the last one arrived, 0 before
     *  the first. */
    RECONNECT_TICK,
    /** The library left the stream, or the process exits. */
    RECONNECT_STOP
} OysterReconnectInputKind;

typedef struct OysterReconnectInput {
    OysterReconnectInputKind kind;
    gint64 now_us;
    guint attempt;
    int status;
    gint64 last_packet_us;
    gint64 last_frame_us;
} OysterReconnectInput;

/** What the supervisor does, in the order of the members. */
typedef struct OysterReconnectActions {
    /** Cancel the retry timer. */
    gboolean cancels_retry;
    /** Close the current attempt, and send DELETE for its WHEP resource. */
    gboolean ends_attempt;
    /** The peer connection is up: count it, and open the microphone if the host requested it. */
    gboolean uses_connection;
    /** Why the attempt ended; static text. NULL: the supervisor knows the reason from the input. */
    const char *reason;
    /** Report that the stream failed for good. */
    gboolean reports_failure;
    /** Report this state; 0: none. */
    oyster_stream_state reported_state;
    /** Set the retry timer, which fires after this time; negative: do not. */
    gint64 retry_after_us;
    /** Start an attempt with the number `attempt` of the machine. */
    gboolean starts_attempt;
    /** Use the microphone if the host has requested it and it has been opened since. */
    gboolean polls_microphone;
    /** Request the transport's statistics. */
    gboolean requests_stats;
} OysterReconnectActions;

/** A machine that gives up if no attempt before the first frame can start before `deadline_us`. */
OysterReconnect reconnect_init(gint64 deadline_us);

OysterReconnectActions reconnect_handle(OysterReconnect *self, OysterReconnectInput input);

/** Whether results of an attempt still count. */
gboolean reconnect_is_current(const OysterReconnect *self, guint attempt);

#endif
