/* SPDX-License-Identifier: Apache-2.0 */
#include "receiver.h"

#include "../peer/chain.h"

struct receiver {
    outlet *outlet;
    measures *measures;
    gboolean plays_audio;
    /** Atomic. */
    gboolean expects_audio;
    GMutex lock;
    recorder *recorder;
    /** Of the first picture or sound; 0 before. */
    gint64 start_us;
};

static void destroy(gpointer memory) {
    receiver *self = memory;
    if (self->recorder != NULL)
        recorder_drop(self->recorder);
    outlet_drop(self->outlet);
    measures_drop(self->measures);
    g_mutex_clear(&self->lock);
}

receiver *receiver_new(outlet *outlet, measures *measures, gboolean plays_audio) {
    receiver *self = g_atomic_rc_box_new0(receiver);
    self->outlet = outlet_hold(outlet);
    self->measures = measures_hold(measures);
    self->plays_audio = plays_audio;
    g_mutex_init(&self->lock);
    return self;
}

receiver *receiver_hold(receiver *self) {
    return g_atomic_rc_box_acquire(self);
}

void receiver_drop(void *self) {
    g_atomic_rc_box_release_full(self, destroy);
}

outlet *receiver_outlet(receiver *self) {
    return self->outlet;
}

measures *receiver_measures(receiver *self) {
    return self->measures;
}

gboolean receiver_plays_audio(receiver *self) {
    return self->plays_audio;
}

recorder *receiver_recorder(receiver *self) {
    g_mutex_lock(&self->lock);
    gboolean is_recording = self->recorder != NULL && !recorder_has_failed(self->recorder);
    recorder *held = is_recording ? recorder_hold(self->recorder) : NULL;
    g_mutex_unlock(&self->lock);
    return held;
}

void receiver_record(receiver *self, recorder *next) {
    g_mutex_lock(&self->lock);
    recorder *former = self->recorder;
    self->recorder = next;
    g_mutex_unlock(&self->lock);
    if (former != NULL) {
        recorder_finish(former);
        outlet_log(self->outlet, OYSTER_LOG_LEVEL_DEBUG,
                   "the recording ended with %" G_GUINT64_FORMAT " bytes: %s",
                   recorder_bytes(former), recorder_path(former));
        recorder_drop(former);
    }
    if (next != NULL && !recorder_has_failed(next))
        outlet_log(self->outlet, OYSTER_LOG_LEVEL_DEBUG,
                   "the recording begins with the next key frame: %s", recorder_path(next));
}

void receiver_drop_failed_recorder(receiver *self) {
    g_mutex_lock(&self->lock);
    gboolean has_failed = self->recorder != NULL && recorder_has_failed(self->recorder);
    g_mutex_unlock(&self->lock);
    // Only the stream's own thread changes recorders.
    if (has_failed)
        receiver_record(self, NULL);
}

void receiver_expect_audio(receiver *self) {
    g_atomic_int_set(&self->expects_audio, TRUE);
}

gboolean receiver_expects_audio(receiver *self) {
    return g_atomic_int_get(&self->expects_audio);
}

gint64 receiver_time_us(receiver *self, gint64 *last_us) {
    gint64 now = g_get_monotonic_time();
    g_mutex_lock(&self->lock);
    if (self->start_us == 0)
        self->start_us = now;
    gint64 time = MAX(now - self->start_us, *last_us + 1);
    g_mutex_unlock(&self->lock);
    *last_us = time;
    return time;
}

void receiver_track(receiver *self, peer *peer, GstPad *track) {
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
        is_linked = sound_attach(self, peer, track);
    }
    if (is_linked)
        outlet_log(self->outlet, OYSTER_LOG_LEVEL_DEBUG, "the server sends %s as %s", media,
                   encoding);
    else {
        outlet_log(self->outlet, OYSTER_LOG_LEVEL_WARNING, "a track cannot be used: %s",
                   encoding == NULL ? "unknown" : encoding);
        chain_discard(peer, track);
    }
    gst_caps_unref(caps);
}
