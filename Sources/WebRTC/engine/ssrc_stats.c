/* SPDX-License-Identifier: Apache-2.0 */
#include "ssrc_stats.h"

static OysterRtpCounts *find(OysterSsrcStats *self, guint32 ssrc) {
    for (guint index = 0; index < self->count; index++)
        if (self->all[index].ssrc == ssrc)
            return &self->all[index].last;
    return NULL;
}

void ssrc_stats_add(OysterSsrcStats *self, guint32 ssrc) {
    self->newest = ssrc;
    if (find(self, ssrc) != NULL)
        return;
    guint index = self->count < MAX_SSRCS ? self->count++ : (guint)(self->added % MAX_SSRCS);
    self->all[index].ssrc = ssrc;
    self->all[index].last = (OysterRtpCounts){0};
    self->added++;
}

void ssrc_stats_forget(OysterSsrcStats *self) {
    self->count = 0;
    self->added = 0;
}

gboolean ssrc_stats_update(OysterSsrcStats *self, guint32 ssrc, const OysterRtpCounts *reading) {
    OysterRtpCounts *last = find(self, ssrc);
    if (last == NULL)
        return FALSE;
    // webrtcbin forgot the SSRC and counts it from 0 again.
    if (reading->packets < last->packets)
        *last = (OysterRtpCounts){0};
    // webrtcbin counts a packet as lost until its retransmission arrives.
    guint64 lost = MAX(reading->lost, last->lost);
    self->total.packets += reading->packets - last->packets;
    self->total.lost += lost - last->lost;
    self->total.bytes += reading->bytes - MIN(reading->bytes, last->bytes);
    *last = (OysterRtpCounts){reading->packets, lost, MAX(reading->bytes, last->bytes)};
    return ssrc == self->newest;
}
