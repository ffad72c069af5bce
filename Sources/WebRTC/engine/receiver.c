/* SPDX-License-Identifier: Apache-2.0 */
#include "receiver.h"

#include "../peer/element_bin.h"

struct OysterReceiver {
    OysterSink *sink;
    OysterStats *stats;
    gboolean plays_audio;
    /** Atomic. */
    gboolean expects_audio;
    GMutex lock;
    OysterRecorder *recorder;
    /** Of the first picture or sound; 0 before. */
    gint64 start_us;
};

static void destroy(gpointer memory) {
    OysterReceiver *self = memory;
    if (self->recorder != NULL)
        recorder_unref(self->recorder);
    sink_unref(self->sink);
    stats_unref(self->stats);
    g_mutex_clear(&self->lock);
}

OysterReceiver *receiver_new(OysterSink *sink, OysterStats *stats, gboolean plays_audio) {
    OysterReceiver *self = g_atomic_rc_box_new0(OysterReceiver);
    self->sink = sink_ref(sink);
    self->stats = stats_ref(stats);
    self->plays_audio = plays_audio;
    g_mutex_init(&self->lock);
    return self;
}

OysterReceiver *receiver_ref(OysterReceiver *self) {
    return g_atomic_rc_box_acquire(self);
}

void receiver_unref(void *self) {
    g_atomic_rc_box_release_full(self, destroy);
}

OysterSink *receiver_sink(OysterReceiver *self) {
    return self->sink;
}

OysterStats *receiver_stats(OysterReceiver *self) {
    return self->stats;
}

gboolean receiver_plays_audio(OysterReceiver *self) {
    return self->plays_audio;
}

OysterRecorder *receiver_recorder(OysterReceiver *self) {
    g_mutex_lock(&self->lock);
    gboolean is_recording = self->recorder != NULL && !recorder_has_failed(self->recorder);
    OysterRecorder *held = is_recording ? recorder_ref(self->recorder) : NULL;
    g_mutex_unlock(&self->lock);
    return held;
}

void receiver_set_recorder(OysterReceiver *self, OysterRecorder *next) {
    g_mutex_lock(&self->lock);
    OysterRecorder *former = self->recorder;
    self->recorder = next;
    g_mutex_unlock(&self->lock);
    if (former != NULL) {
        recorder_finish(former);
        sink_log(self->sink, OYSTER_LOG_LEVEL_DEBUG,
                 "the recording ended with %" G_GUINT64_FORMAT " bytes: %s", recorder_bytes(former),
                 recorder_path(former));
        recorder_unref(former);
    }
    if (next != NULL && !recorder_has_failed(next))
        sink_log(self->sink, OYSTER_LOG_LEVEL_DEBUG,
                 "the recording begins with the next key frame: %s", recorder_path(next));
}

void receiver_discard_failed_recorder(OysterReceiver *self) {
    g_mutex_lock(&self->lock);
    gboolean has_failed = self->recorder != NULL && recorder_has_failed(self->recorder);
    g_mutex_unlock(&self->lock);
    // Only the stream's own thread changes recorders.
    if (has_failed)
        receiver_set_recorder(self, NULL);
}

void receiver_expect_audio(OysterReceiver *self) {
    g_atomic_int_set(&self->expects_audio, TRUE);
}

gboolean receiver_expects_audio(OysterReceiver *self) {
    return g_atomic_int_get(&self->expects_audio);
}

gint64 receiver_next_time_us(OysterReceiver *self, gint64 *last_us) {
    gint64 now = g_get_monotonic_time();
    g_mutex_lock(&self->lock);
    if (self->start_us == 0)
        self->start_us = now;
    gint64 time = MAX(now - self->start_us, *last_us + 1);
    g_mutex_unlock(&self->lock);
    *last_us = time;
    return time;
}

void receiver_add_track(OysterReceiver *self, OysterPeer *peer, GstPad *track) {
    GstCaps *caps = gst_pad_get_current_caps(track);
    if (caps == NULL)
        caps = gst_pad_query_caps(track, NULL);
    const GstStructure *one = gst_caps_is_empty(caps) ? NULL : gst_caps_get_structure(caps, 0);
    const char *media = one == NULL ? NULL : gst_structure_get_string(one, "media");
    const char *encoding = one == NULL ? NULL : gst_structure_get_string(one, "encoding-name");
    gboolean is_linked = FALSE;
    if (g_strcmp0(media, "video") == 0)
        is_linked = video_attach(self, peer, track, encoding);
    if (g_strcmp0(media, "audio") == 0) {
        receiver_expect_audio(self);
        is_linked = audio_attach(self, peer, track);
    }
    if (is_linked)
        sink_log(self->sink, OYSTER_LOG_LEVEL_DEBUG, "the server sends %s as %s", media, encoding);
    else {
        sink_log(self->sink, OYSTER_LOG_LEVEL_WARNING, "a track cannot be used: %s",
                 encoding == NULL ? "unknown" : encoding);
        element_bin_discard_track(peer, track);
    }
    gst_caps_unref(caps);
}
