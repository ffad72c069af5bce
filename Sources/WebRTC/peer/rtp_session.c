/* SPDX-License-Identifier: Apache-2.0 */
#include "rtp_session.h"

#include <stdlib.h>
#include <string.h>

/* Feedback. */

/*
 * RFC 4585, 3.5.2 lets a receiver send one early feedback packet per RTCP interval T_rr. GStreamer
 * computes T_rr from a twentieth of the media's bit rate, shared by all sources: 0.3 s to 1 s for a
 * quiet stream. A second NACK or PLI within T_rr would wait for its end. The rule protects groups
 * of receivers, which a peer connection does not have; with this bandwidth T_rr is about 1 ms. The
 * value is an upper bound: regular reports have an interval of their own.
 */
static const double FEEDBACK_BITS_PER_SECOND = 10e6;

/** The time between regular reports, on average. Browsers report once a second. */
static const guint64 REPORT_INTERVAL = GST_SECOND;

/** How many milliseconds a packet may be late before it counts as missing. */
enum { REORDER_MS = 10 };

/** A NACK is repeated after the round-trip time, but at least this time. */
enum { MIN_RETRY_MS = 20 };

void rtp_session_set_up_jitter_buffer(GstElement *buffer) {
    // rtx-next-seqnum estimates when the next packet is due; a frame that is late is not lost.
    g_object_set(buffer, "rtx-next-seqnum", FALSE, "rtx-delay", REORDER_MS, "rtx-min-retry-timeout",
                 MIN_RETRY_MS, NULL);
}

/*
 * Clock rates. webrtcbin joins all streams before they reach its session, which therefore knows no
 * stream's rate. GStreamer 1.22 asks for the rate while it writes the first sender report, and
 * unlocks the session for that: a stream that starts at this time corrupts the report, and GLib
 * writes a warning to stderr. Asking webrtcbin instead is not safe, because it may be changing its
 * table at that time.
 */

/** The largest number of streams whose rates are announced; a peer connection sends two, with
 *  retransmission. */
enum { MAX_STREAMS = 8 };

enum { RTP_HEADER_BYTES = 12 };

/** The streams whose rates a session knows. */
typedef struct OysterAnnouncedRates {
    OysterPeer *peer;
    guint32 ssrcs[MAX_STREAMS];
    gsize count;
} OysterAnnouncedRates;

static void free_announced(gpointer memory) {
    peer_unref(((OysterAnnouncedRates *)memory)->peer);
    g_free(memory);
}

static gboolean is_new(OysterAnnouncedRates *self, guint32 ssrc) {
    for (gsize index = 0; index < self->count; index++) {
        if (self->ssrcs[index] == ssrc)
            return FALSE;
    }
    if (self->count == MAX_STREAMS)
        return FALSE;
    self->ssrcs[self->count++] = ssrc;
    return TRUE;
}

static void announce(GstPad *pad, guint8 payload_type, gint rate, guint32 ssrc) {
    GstCaps *caps =
        gst_caps_new_simple("application/x-rtp", "payload", G_TYPE_INT, payload_type, "clock-rate",
                            G_TYPE_INT, rate, "ssrc", G_TYPE_UINT, ssrc, NULL);
    gst_pad_send_event(pad, gst_event_new_caps(caps));
    gst_caps_unref(caps);
}

static void check_packet(OysterAnnouncedRates *self, GstPad *pad, GstBuffer *packet) {
    guint8 header[RTP_HEADER_BYTES];
    if (gst_buffer_extract(packet, 0, header, RTP_HEADER_BYTES) != RTP_HEADER_BYTES)
        return;
    guint32 ssrc = GST_READ_UINT32_BE(header + 8);
    guint8 payload_type = header[1] & 0x7F;
    gint rate = self->peer->clock_rates[payload_type];
    if (rate > 0 && is_new(self, ssrc))
        announce(pad, payload_type, rate, ssrc);
}

static GstPadProbeReturn on_packets(GstPad *pad, GstPadProbeInfo *info, gpointer context) {
    if (GST_PAD_PROBE_INFO_TYPE(info) & GST_PAD_PROBE_TYPE_BUFFER) {
        check_packet(context, pad, GST_PAD_PROBE_INFO_BUFFER(info));
    } else {
        GstBufferList *packets = GST_PAD_PROBE_INFO_BUFFER_LIST(info);
        for (guint index = 0; index < gst_buffer_list_length(packets); index++)
            check_packet(context, pad, gst_buffer_list_get(packets, index));
    }
    return GST_PAD_PROBE_OK;
}

static void on_pad(GstElement *session, GstPad *pad, OysterPeer *self) {
    (void)session;
    if (!g_str_has_prefix(GST_OBJECT_NAME(pad), "send_rtp_sink"))
        return;
    OysterAnnouncedRates *announced = g_new0(OysterAnnouncedRates, 1);
    announced->peer = peer_ref(self);
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_BUFFER_LIST, on_packets,
                      announced, free_announced);
}

void rtp_session_set_up(OysterPeer *self, GstElement *session) {
    g_object_set(session, "rtcp-fraction", FEEDBACK_BITS_PER_SECOND, "rtcp-min-interval",
                 REPORT_INTERVAL, NULL);
    peer_connect_signal(self, session, "pad-added", G_CALLBACK(on_pad));
}

/** Lines `a=rtpmap:96 VP8/90000`. */
static void read_media(OysterPeer *self, const GstSDPMedia *media) {
    for (guint index = 0; index < gst_sdp_media_attributes_len(media); index++) {
        const GstSDPAttribute *attribute = gst_sdp_media_get_attribute(media, index);
        if (g_strcmp0(attribute->key, "rtpmap") != 0 || attribute->value == NULL)
            continue;
        const char *rate = strchr(attribute->value, '/');
        int payload_type = atoi(attribute->value);
        if (rate != NULL && payload_type >= 0 && payload_type < RTP_PAYLOAD_TYPE_COUNT)
            self->clock_rates[payload_type] = atoi(rate + 1);
    }
}

void rtp_session_read_clock_rates(OysterPeer *self, const GstSDPMessage *local) {
    for (guint index = 0; index < gst_sdp_message_medias_len(local); index++)
        read_media(self, gst_sdp_message_get_media(local, index));
}
