/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ssrc_stats.h
 * What came from the synchronisation sources of one track, added up. A server may change its source
 * at any time, and webrtcbin forgets one that is silent: the sums never fall.
 */
#ifndef OYSTER_SSRC_STATS_H
#define OYSTER_SSRC_STATS_H

#include <glib.h>

/** Sources whose readings count. With more, the oldest count no more. */
enum { MAX_SOURCES = 8 };

typedef struct OysterRtpCounts {
    guint64 packets, lost, bytes;
} OysterRtpCounts;

typedef struct OysterSsrcStats {
    OysterRtpCounts total;
    struct {
        guint32 number;
        /** The newest reading; of `lost`, the highest. */
        OysterRtpCounts last;
    } all[MAX_SOURCES];
    guint count;
    /** How many have begun, over all connections. */
    guint64 begun;
    guint32 newest;
} OysterSsrcStats;

/** The track has packets of this source; it may have begun before. */
void ssrc_stats_add(OysterSsrcStats *self, guint32 number);

/** A new connection: readings of the former one count no more, and new ones begin at 0. */
void ssrc_stats_forget_sources(OysterSsrcStats *self);

/** A reading of webrtcbin's. TRUE when it is the newest source's. */
gboolean ssrc_stats_update(OysterSsrcStats *self, guint32 number, const OysterRtpCounts *reading);

#endif
