/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file latency.h
 * Measures the time from the submission of a command to the first frame that shows it. Not
 * thread-safe.
 */
#ifndef OYSTER_LATENCY_H
#define OYSTER_LATENCY_H

#include <glib.h>

enum { LATENCY_COMMANDS = 256, LATENCY_SAMPLES = 512 };

typedef struct OysterLatency {
    /** The last commands, at their sequence number modulo LATENCY_COMMANDS. */
    struct {
        guint64 sequence;
        gint64 time_us;
    } sent[LATENCY_COMMANDS];
    /** When the command that the next frame shows was submitted; 0 for none. */
    gint64 pending_us;
    gint32 samples[LATENCY_SAMPLES];
    guint64 count;
} OysterLatency;

void latency_sent(OysterLatency *self, guint64 sequence, gint64 time_us);
void latency_applied(OysterLatency *self, guint64 sequence);
void latency_shown(OysterLatency *self, gint64 now_us);

/** In milliseconds; -1 without samples. */
double latency_last(const OysterLatency *self);
double latency_percentile(const OysterLatency *self, int percent);

#endif
