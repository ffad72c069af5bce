/* SPDX-License-Identifier: Apache-2.0 */
#include "stream_private.h"

static void free_task(gpointer memory) {
    OysterTask *self = memory;
    stream_unref(self->stream);
    g_free(self->text);
    g_free(self->more);
    g_free(self);
}

static gboolean run_task(gpointer memory) {
    OysterTask *self = memory;
    self->run(self->stream, self);
    return G_SOURCE_REMOVE;
}

void stream_post(OysterStream *self, OysterTask content) {
    OysterTask *copy = g_new(OysterTask, 1);
    *copy = content;
    copy->stream = stream_ref(self);
    GSource *source = g_idle_source_new();
    g_source_set_priority(source, G_PRIORITY_DEFAULT);
    g_source_set_callback(source, run_task, copy, free_task);
    g_source_attach(source, self->context);
    g_source_unref(source);
}
