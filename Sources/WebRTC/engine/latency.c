/* SPDX-License-Identifier: Apache-2.0 */
#include "latency.h"

#include <stdlib.h>
#include <string.h>

void latency_sent(OysterLatency *self, guint64 sequence, gint64 time_us) {
    guint64 slot = sequence % LATENCY_COMMANDS;
    self->sent[slot].sequence = sequence;
    self->sent[slot].time_us = time_us;
}

void latency_applied(OysterLatency *self, guint64 sequence) {
    guint64 slot = sequence % LATENCY_COMMANDS;
    if (sequence == 0 || self->sent[slot].sequence != sequence)
        return;
    // Of several commands in one frame only the last is measured: the server names only that one.
    self->pending_us = self->sent[slot].time_us;
    self->sent[slot].sequence = 0;
}

void latency_shown(OysterLatency *self, gint64 now_us) {
    if (self->pending_us == 0)
        return;
    gint64 taken = now_us - self->pending_us;
    self->pending_us = 0;
    self->samples[self->count % LATENCY_SAMPLES] = (gint32)CLAMP(taken, 0, G_MAXINT32);
    self->count++;
}

double latency_last(const OysterLatency *self) {
    if (self->count == 0)
        return -1;
    return self->samples[(self->count - 1) % LATENCY_SAMPLES] / 1000.0;
}

static int compare(const void *left, const void *right) {
    gint32 a = *(const gint32 *)left, b = *(const gint32 *)right;
    return (a > b) - (a < b);
}

double latency_percentile(const OysterLatency *self, int percent) {
    gsize known = (gsize)MIN(self->count, LATENCY_SAMPLES);
    if (known == 0)
        return -1;
    gint32 sorted[LATENCY_SAMPLES];
    memcpy(sorted, self->samples, known * sizeof *sorted);
    qsort(sorted, known, sizeof *sorted, compare);
    return sorted[(known - 1) * (gsize)percent / 100] / 1000.0;
}
