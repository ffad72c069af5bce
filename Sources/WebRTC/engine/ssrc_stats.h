/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file ssrc_stats.h
 * Sums of the RTP statistics over all SSRCs (synchronisation sources) of one track. The sums never
 * decrease, although a server may change the SSRC at any time and webrtcbin forgets one without
 * packets.
 */
#ifndef OYSTER_SSRC_STATS_H
#define OYSTER_SSRC_STATS_H

#include <glib.h>

/** How many SSRCs are counted; the oldest ones beyond this number are not. */
enum { MAX_SSRCS = 8 };

typedef struct OysterRtpCounts {
    guint64 packets, lost, bytes;
} OysterRtpCounts;

typedef struct OysterSsrcStats {
    OysterRtpCounts total;
    struct {
        guint32 ssrc;
        /** The last reading; of `lost`, the highest. */
        OysterRtpCounts last;
    } all[MAX_SSRCS];
    guint count;
    /** How many were added during this connection. */
    guint64 added;
    guint32 newest;
} OysterSsrcStats;

/** The newest packet of the track has this SSRC, which may be known already. */
void ssrc_stats_add(OysterSsrcStats *self, guint32 ssrc);

/** A new connection: late readings of the former one are ignored, and new ones start at 0. */
void ssrc_stats_forget(OysterSsrcStats *self);

/** Adds a reading of webrtcbin's statistics. TRUE when it belongs to the newest SSRC. */
gboolean ssrc_stats_update(OysterSsrcStats *self, guint32 ssrc, const OysterRtpCounts *reading);

#endif
