/* SPDX-License-Identifier: Apache-2.0 */
#include "ssrc_stats.h"

static OysterRtpCounts *find(OysterSsrcStats *self, guint32 number) {
    for (guint index = 0; index < self->count; index++)
        if (self->all[index].number == number)
            return &self->all[index].last;
    return NULL;
}

void ssrc_stats_add(OysterSsrcStats *self, guint32 number) {
    self->newest = number;
    if (find(self, number) != NULL)
        return;
    guint index = self->count < MAX_SOURCES ? self->count++ : (guint)(self->begun % MAX_SOURCES);
    self->all[index].number = number;
    self->all[index].last = (OysterRtpCounts){0};
    self->begun++;
}

void ssrc_stats_forget_sources(OysterSsrcStats *self) {
    self->count = 0;
    self->begun = 0;
}

gboolean ssrc_stats_update(OysterSsrcStats *self, guint32 number, const OysterRtpCounts *reading) {
    OysterRtpCounts *last = find(self, number);
    if (last == NULL)
        return FALSE;
    // webrtcbin forgot the source and counts it anew.
    if (reading->packets < last->packets)
        *last = (OysterRtpCounts){0};
    // Repeats lower webrtcbin's figure again.
    guint64 lost = MAX(reading->lost, last->lost);
    self->total.packets += reading->packets - last->packets;
    self->total.lost += lost - last->lost;
    self->total.bytes += reading->bytes - MIN(reading->bytes, last->bytes);
    *last = (OysterRtpCounts){reading->packets, lost, MAX(reading->bytes, last->bytes)};
    return number == self->newest;
}
