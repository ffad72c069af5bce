/* SPDX-License-Identifier: Apache-2.0 */
#include "clock_rates.h"

#include <stdlib.h>
#include <string.h>

/** How many sending streams of a connection are told of; one has two, with retransmission. */
enum { MAX_STREAMS = 8, HEADER_BYTES = 12 };

/** What a session was told. */
typedef struct OysterAnnouncedRates {
    OysterPeer *peer;
    guint32 streams[MAX_STREAMS];
    gsize count;
} OysterAnnouncedRates;

static void forget(gpointer memory) {
    peer_unref(((OysterAnnouncedRates *)memory)->peer);
    g_free(memory);
}

static gboolean is_new(OysterAnnouncedRates *self, guint32 ssrc) {
    for (gsize index = 0; index < self->count; index++) {
        if (self->streams[index] == ssrc)
            return FALSE;
    }
    if (self->count == MAX_STREAMS)
        return FALSE;
    self->streams[self->count++] = ssrc;
    return TRUE;
}

static void tell(GstPad *pad, guint8 payload_type, gint rate, guint32 ssrc) {
    GstCaps *caps =
        gst_caps_new_simple("application/x-rtp", "payload", G_TYPE_INT, payload_type, "clock-rate",
                            G_TYPE_INT, rate, "ssrc", G_TYPE_UINT, ssrc, NULL);
    gst_pad_send_event(pad, gst_event_new_caps(caps));
    gst_caps_unref(caps);
}

static void look_at(GstPad *pad, GstBuffer *packet, OysterAnnouncedRates *self) {
    guint8 header[HEADER_BYTES];
    if (gst_buffer_extract(packet, 0, header, HEADER_BYTES) != HEADER_BYTES)
        return;
    guint32 ssrc = GST_READ_UINT32_BE(header + 8);
    guint8 payload_type = header[1] & 0x7F;
    gint rate = self->peer->clock_rates[payload_type];
    if (rate > 0 && is_new(self, ssrc))
        tell(pad, payload_type, rate, ssrc);
}

static GstPadProbeReturn on_packets(GstPad *pad, GstPadProbeInfo *info, gpointer context) {
    if (GST_PAD_PROBE_INFO_TYPE(info) & GST_PAD_PROBE_TYPE_BUFFER) {
        look_at(pad, GST_PAD_PROBE_INFO_BUFFER(info), context);
    } else {
        GstBufferList *packets = GST_PAD_PROBE_INFO_BUFFER_LIST(info);
        for (guint index = 0; index < gst_buffer_list_length(packets); index++)
            look_at(pad, gst_buffer_list_get(packets, index), context);
    }
    return GST_PAD_PROBE_OK;
}

static void on_pad(GstElement *session, GstPad *pad, OysterPeer *self) {
    (void)session;
    if (!g_str_has_prefix(GST_OBJECT_NAME(pad), "send_rtp_sink"))
        return;
    OysterAnnouncedRates *none = g_new0(OysterAnnouncedRates, 1);
    none->peer = peer_ref(self);
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER | GST_PAD_PROBE_TYPE_BUFFER_LIST, on_packets,
                      none, forget);
}

void clock_rates_announce(OysterPeer *self, GstElement *session) {
    peer_listen(self, session, "pad-added", G_CALLBACK(on_pad));
}

static void learn_from(OysterPeer *self, const GstSDPMedia *media) {
    for (guint index = 0; index < gst_sdp_media_attributes_len(media); index++) {
        const GstSDPAttribute *attribute = gst_sdp_media_get_attribute(media, index);
        if (g_strcmp0(attribute->key, "rtpmap") != 0 || attribute->value == NULL)
            continue;
        const char *rate = strchr(attribute->value, '/');
        int payload_type = atoi(attribute->value);
        if (rate != NULL && payload_type >= 0 && payload_type < PEER_PAYLOAD_TYPES)
            self->clock_rates[payload_type] = atoi(rate + 1);
    }
}

void clock_rates_read(OysterPeer *self, const GstSDPMessage *own) {
    for (guint index = 0; index < gst_sdp_message_medias_len(own); index++)
        learn_from(self, gst_sdp_message_get_media(own, index));
}
