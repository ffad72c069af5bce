/* SPDX-License-Identifier: Apache-2.0 */
#include "stream_inside.h"

static void free_note(gpointer memory) {
    note *self = memory;
    stream_drop(self->stream);
    g_free(self->text);
    g_free(self->more);
    g_free(self);
}

static gboolean act(gpointer memory) {
    note *self = memory;
    self->act(self->stream, self);
    return G_SOURCE_REMOVE;
}

void stream_post(stream *self, note content) {
    note *copy = g_new(note, 1);
    *copy = content;
    copy->stream = stream_hold(self);
    GSource *source = g_idle_source_new();
    g_source_set_priority(source, G_PRIORITY_DEFAULT);
    g_source_set_callback(source, act, copy, free_note);
    g_source_attach(source, self->context);
    g_source_unref(source);
}
