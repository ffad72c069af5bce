/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file reconnect.h
 * How long to wait for what, and when to try again. Times in microseconds.
 */
#ifndef OYSTER_RECONNECT_H
#define OYSTER_RECONNECT_H

#include <glib.h>

enum {
    /** An attempt that is not connected by then has failed. */
    ATTEMPT_US = 10 * 1000 * 1000,
    /** Not a single packet, not even a report: the connection is lost. */
    SILENCE_US = 3 * 1000 * 1000,
    /** No picture for so long: late. */
    LATE_US = 600 * 1000,
    /** After a loss; the service itself gives a stream up about then. */
    RECONNECT_US = 30 * 1000 * 1000,
    /** A goodbye to the server. */
    DELETE_TIMEOUT_MS = 2000,
    /** How often all of this is looked at. */
    TICK_MS = 100,
    /** Every so many ticks the transport's figures are read. */
    TICKS_PER_MEASURE = 10
};

typedef struct OysterReconnect {
    /** When to give up; 0 while all is well. */
    gint64 deadline_us;
    guint failures;
} OysterReconnect;

/** Something failed: how long to wait before the next attempt, or -1 for never. */
gint64 patience_after_failure(OysterReconnect *self, gint64 now_us);

/** Pictures arrive: the next loss starts afresh. */
void patience_renew(OysterReconnect *self);

#endif
