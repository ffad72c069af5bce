/* SPDX-License-Identifier: Apache-2.0 */
#include "viewer.h"

#include <gst/app/gstappsrc.h>
#include <stdatomic.h>

#include "../peer/element_bin.h"
#include "../peer/peer.h"
#include "../peer/sdp_description.h"
#include "tracks.h"

/** How many frames may wait for the encoder. */
enum { MAX_WAITING = 2 };

/** A client that sends no packet for this time is gone: clients send RTCP reports every few
 *  seconds. */
enum { PACKET_TIMEOUT_SECONDS = 10 };

/** Viewers that have not been freed. */
static atomic_uint live_viewers;

struct oyster_media_viewer {
    oyster_media_events events;
    OysterPeer *peer;
    /** The appsrc for raw frames. */
    GstElement *frames;
    GstElement *encoder;
    gsize frame_length;
    atomic_bool is_connected;
    /** Used by the encoder's thread: the first key frame after connecting was sent. */
    gboolean has_sent_key_frame;
    atomic_bool is_lost;
};

static void on_described(void *context, const char *sdp) {
    oyster_media_viewer *self = context;
    self->events.answered(self->events.context, sdp);
}

static void on_connected(void *context) {
    oyster_media_viewer *self = context;
    atomic_store(&self->is_connected, true);
    tracks_force_key_frame(self->encoder);
    self->events.connected(self->events.context);
}

/** Reports the first failure. */
static void on_failed(void *context, const char *reason) {
    oyster_media_viewer *self = context;
    if (!atomic_exchange(&self->is_lost, true))
        self->events.lost(self->events.context, reason);
}

static void on_message(void *context, OysterDataChannel channel, const char *text) {
    oyster_media_viewer *self = context;
    self->events.message(self->events.context, text, channel == DATA_CHANNEL_ACTIONS);
}

/** The client's audio: its microphone, or silence. */
static void on_track(void *context, GstPad *pad) {
    oyster_media_viewer *self = context;
    if (!element_bin_discard_track(self->peer, pad))
        on_failed(self, "the client's audio cannot be discarded");
}

/** Drops frames that were encoded before the connection was up: the client would show them first,
 *  and they are stale. */
static GstPadProbeReturn pass_from_key_frame(GstPad *pad, GstPadProbeInfo *info, gpointer context) {
    (void)pad;
    oyster_media_viewer *self = context;
    if (self->has_sent_key_frame)
        return GST_PAD_PROBE_OK;
    gboolean is_key =
        !GST_BUFFER_FLAG_IS_SET(GST_PAD_PROBE_INFO_BUFFER(info), GST_BUFFER_FLAG_DELTA_UNIT);
    if (!is_key || !atomic_load(&self->is_connected))
        return GST_PAD_PROBE_DROP;
    self->has_sent_key_frame = TRUE;
    return GST_PAD_PROBE_OK;
}

/** Queues a copy of a frame, or a grey one for NULL. */
static gboolean push_copy(oyster_media_viewer *self, const uint8_t *frame) {
    GstBuffer *buffer = gst_buffer_new_allocate(NULL, self->frame_length, NULL);
    if (buffer == NULL)
        return FALSE;
    if (frame != NULL)
        gst_buffer_fill(buffer, 0, frame, self->frame_length);
    else
        gst_buffer_memset(buffer, 0, 128, self->frame_length);
    return gst_app_src_push_buffer(GST_APP_SRC(self->frames), buffer) == GST_FLOW_OK;
}

static gboolean build(oyster_media_viewer *self, const char *offer,
                      const oyster_media_options *options) {
    GstWebRTCSessionDescription *parsed = description_parse(GST_WEBRTC_SDP_TYPE_OFFER, offer);
    if (parsed == NULL)
        return FALSE;
    int video = description_payload(parsed->sdp, "video", "VP8/");
    int audio = description_payload(parsed->sdp, "audio", "opus/");
    gst_webrtc_session_description_free(parsed);
    if (video < 0)
        return FALSE;
    if (!tracks_add_video(self->peer, options, video, &self->frames, &self->encoder))
        return FALSE;
    if (audio >= 0 && !tracks_add_audio(self->peer, audio))
        return FALSE;
    GstPad *pad = gst_element_get_static_pad(self->encoder, "src");
    gst_pad_add_probe(pad, GST_PAD_PROBE_TYPE_BUFFER, pass_from_key_frame, self, NULL);
    gst_object_unref(pad);
    // The answer needs the payloader's SSRC, which is known with the caps of the first frame.
    return push_copy(self, NULL) && peer_answer(self->peer, offer);
}

static void free_viewer(oyster_media_viewer *self) {
    g_free(self);
    atomic_fetch_sub(&live_viewers, 1);
}

static gpointer close_in_background(gpointer context) {
    oyster_media_viewer *self = context;
    gboolean is_clean = peer_close(self->peer);
    self->events.closed(self->events.context);
    // Threads of a pipeline that still run may use the viewer.
    if (is_clean)
        free_viewer(self);
    return NULL;
}

oyster_media_viewer *viewer_open(const char *offer, const oyster_media_options *options,
                                 const oyster_media_events *events) {
    oyster_media_viewer *self = g_new0(oyster_media_viewer, 1);
    atomic_fetch_add(&live_viewers, 1);
    self->events = *events;
    self->frame_length = (gsize)options->width * options->height * 3 / 2;
    const OysterPeerEvents peer_events = {
        .context = self,
        .described = on_described,
        .connected = on_connected,
        .failed = on_failed,
        .track = on_track,
        .message = on_message,
    };
    self->peer = peer_new(&peer_events, ICE_ADDRESSES_WITH_LOOPBACK);
    if (self->peer != NULL && build(self, offer, options))
        return self;
    if (self->peer == NULL || peer_close(self->peer))
        free_viewer(self);
    return NULL;
}

static void check_packets(oyster_media_viewer *self) {
    gint64 last = peer_last_packet_us(self->peer);
    if (last != 0 && g_get_monotonic_time() - last >= PACKET_TIMEOUT_SECONDS * G_TIME_SPAN_SECOND)
        on_failed(self, "no packet arrived from the client for 10 s");
}

bool viewer_push(oyster_media_viewer *self, const uint8_t *frame, size_t length) {
    if (!atomic_load(&self->is_connected) || length != self->frame_length)
        return false;
    check_packets(self);
    guint64 waiting = 0;
    g_object_get(self->frames, "current-level-buffers", &waiting, NULL);
    return waiting < MAX_WAITING && push_copy(self, frame);
}

void viewer_send(oyster_media_viewer *self, const char *text) {
    peer_send(self->peer, DATA_CHANNEL_COMMANDS, text);
}

void viewer_close(oyster_media_viewer *self) {
    GThread *thread = g_thread_try_new("oyster-close", close_in_background, self, NULL);
    if (thread != NULL)
        g_thread_unref(thread);
    else
        close_in_background(self);
}

void viewer_count(oyster_media_census *census) {
    census->viewers = atomic_load(&live_viewers);
    census->peers = peer_count();
}
