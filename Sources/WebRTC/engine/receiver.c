/* SPDX-License-Identifier: Apache-2.0 */
#include "receiver.h"

#include <stdatomic.h>

struct OysterReceiver {
    OysterSink *sink;
    OysterStats *stats;
    gboolean plays_audio;
    atomic_bool expects_audio;
    /** Guards what follows. */
    GMutex lock;
    OysterRecorder *recorder;
    /** When the first frame or audio came; 0 before. */
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
    OysterRecorder *recorder = is_recording ? recorder_ref(self->recorder) : NULL;
    g_mutex_unlock(&self->lock);
    return recorder;
}

void receiver_set_recorder(OysterReceiver *self, OysterRecorder *recorder) {
    g_mutex_lock(&self->lock);
    OysterRecorder *former = self->recorder;
    self->recorder = recorder;
    g_mutex_unlock(&self->lock);
    if (former != NULL) {
        recorder_finish(former);
        sink_log(self->sink, OYSTER_LOG_LEVEL_DEBUG,
                 "the recording ended with %" G_GUINT64_FORMAT " bytes: %s", recorder_bytes(former),
                 recorder_path(former));
        recorder_unref(former);
    }
    if (recorder != NULL && !recorder_has_failed(recorder))
        sink_log(self->sink, OYSTER_LOG_LEVEL_DEBUG,
                 "the recording starts with the next key frame: %s", recorder_path(recorder));
}

void receiver_discard_failed_recorder(OysterReceiver *self) {
    g_mutex_lock(&self->lock);
    gboolean has_failed = self->recorder != NULL && recorder_has_failed(self->recorder);
    g_mutex_unlock(&self->lock);
    // Between the two locks no other thread replaces the recorder.
    if (has_failed)
        receiver_set_recorder(self, NULL);
}

void receiver_expect_audio(OysterReceiver *self) {
    atomic_store(&self->expects_audio, true);
}

gboolean receiver_expects_audio(OysterReceiver *self) {
    return atomic_load(&self->expects_audio);
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
