/* SPDX-License-Identifier: Apache-2.0 */
#include "feedback.h"

/*
 * RFC 4585, 3.5.2 lets a receiver send one early feedback packet per RTCP interval T_rr. GStreamer
 * computes T_rr from a twentieth of the media's bit rate, shared by all sources: 0.3 s to 1 s for a
 * quiet stream. A second NACK or PLI within it waits for its end. The rule protects
 * groups of receivers, and two peers need it not; with this bandwidth T_rr is about a millisecond.
 * It is an upper bound: only feedback uses it, since regular reports keep an interval of their own.
 */
static const double FEEDBACK_BITS_PER_SECOND = 10e6;

/** Between regular reports: half to one and a half of it. Browsers report once a second. */
static const guint64 REPORT_INTERVAL = GST_SECOND;

/** How long a packet may be overtaken before it counts as missing, in milliseconds. */
enum { REORDER_MS = 10 };

/** A repeat that does not come is asked for again after the round trip, at least this. */
enum { MIN_RETRY_MS = 20 };

void feedback_set_up_session(GstElement *session) {
    g_object_set(session, "rtcp-fraction", FEEDBACK_BITS_PER_SECOND, "rtcp-min-interval",
                 REPORT_INTERVAL, NULL);
}

void feedback_set_up_jitter_buffer(GstElement *buffer) {
    // Without a guess when the next packet is due: a frame that comes late is not lost.
    g_object_set(buffer, "rtx-next-seqnum", FALSE, "rtx-delay", REORDER_MS, "rtx-min-retry-timeout",
                 MIN_RETRY_MS, NULL);
}
