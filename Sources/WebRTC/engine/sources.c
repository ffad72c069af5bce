/* SPDX-License-Identifier: Apache-2.0 */
#include "sources.h"

static source_counts *find(sources *self, guint32 number) {
    for (guint index = 0; index < self->count; index++)
        if (self->all[index].number == number)
            return &self->all[index].last;
    return NULL;
}

void sources_begin(sources *self, guint32 number) {
    self->newest = number;
    if (find(self, number) != NULL)
        return;
    guint index = self->count < MOST_SOURCES ? self->count++ : (guint)(self->begun % MOST_SOURCES);
    self->all[index].number = number;
    self->all[index].last = (source_counts){0};
    self->begun++;
}

void sources_connected(sources *self) {
    self->count = 0;
    self->begun = 0;
}

gboolean sources_read(sources *self, guint32 number, const source_counts *reading) {
    source_counts *last = find(self, number);
    if (last == NULL)
        return FALSE;
    // webrtcbin forgot the source and counts it anew.
    if (reading->packets < last->packets)
        *last = (source_counts){0};
    // Repeats lower webrtcbin's figure again.
    guint64 lost = MAX(reading->lost, last->lost);
    self->total.packets += reading->packets - last->packets;
    self->total.lost += lost - last->lost;
    self->total.bytes += reading->bytes - MIN(reading->bytes, last->bytes);
    *last = (source_counts){reading->packets, lost, MAX(reading->bytes, last->bytes)};
    return number == self->newest;
}
