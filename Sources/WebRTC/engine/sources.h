/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sources.h
 * What came from the synchronisation sources of one track, added up. A server may change its source
 * at any time, and webrtcbin forgets one that is silent: the sums never fall.
 */
#ifndef OYSTER_SOURCES_H
#define OYSTER_SOURCES_H

#include <glib.h>

/** Sources whose readings count. With more, the oldest count no more. */
enum { MOST_SOURCES = 8 };

typedef struct source_counts {
    guint64 packets, lost, bytes;
} source_counts;

typedef struct sources {
    source_counts total;
    struct {
        guint32 number;
        /** The newest reading; of `lost`, the highest. */
        source_counts last;
    } all[MOST_SOURCES];
    guint count;
    /** How many have begun, over all connections. */
    guint64 begun;
    guint32 newest;
} sources;

/** The track has packets of this source; it may have begun before. */
void sources_begin(sources *self, guint32 number);

/** A new connection: readings of the former one count no more, and new ones begin at 0. */
void sources_connected(sources *self);

/** A reading of webrtcbin's. TRUE when it is the newest source's. */
gboolean sources_read(sources *self, guint32 number, const source_counts *reading);

#endif
