/* SPDX-License-Identifier: Apache-2.0 */
#include "stream_private.h"

static void destroy(gpointer memory) {
    OysterStream *self = memory;
    rtc_config_free(self->config);
    receiver_unref(self->receiver);
    stats_unref(self->stats);
    sink_unref(self->sink);
    g_free(self->resource_url);
    g_main_loop_unref(self->loop);
    g_main_context_unref(self->context);
    g_mutex_clear(&self->lock);
}

OysterStream *stream_new(void) {
    OysterStream *self = g_atomic_rc_box_new0(OysterStream);
    g_mutex_init(&self->lock);
    self->context = g_main_context_new();
    self->loop = g_main_loop_new(self->context, FALSE);
    return self;
}

OysterStream *stream_ref(OysterStream *self) {
    return g_atomic_rc_box_acquire(self);
}

void stream_unref(gpointer self) {
    g_atomic_rc_box_release_full(self, destroy);
}

static void free_task(gpointer memory) {
    OysterTask *self = memory;
    stream_unref(self->stream);
    g_free(self->text);
    g_free(self->location);
    g_free(self);
}

static gboolean run_task(gpointer memory) {
    OysterTask *self = memory;
    self->run(self->stream, self);
    return G_SOURCE_REMOVE;
}

void stream_post(OysterStream *self, OysterTask task) {
    OysterTask *queued = g_new(OysterTask, 1);
    *queued = task;
    queued->stream = stream_ref(self);
    GSource *source = g_idle_source_new();
    g_source_set_priority(source, G_PRIORITY_DEFAULT);
    g_source_set_callback(source, run_task, queued, free_task);
    g_source_attach(source, self->context);
    g_source_unref(source);
}

void stream_quit_if_idle(OysterStream *self) {
    if (self->is_leaving && self->pending_requests == 0)
        g_main_loop_quit(self->loop);
}
