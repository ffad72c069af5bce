/* SPDX-License-Identifier: Apache-2.0 */
#include "sink.h"

#include "happyoyster/error.h"

#include <stdarg.h>

struct OysterSink {
    /** Valid until `closed` was called. */
    const oyster_stream_sink *functions;
    /** Each call holds it as a reader; sink_close() waits for them as a writer. */
    GRWLock lock;
    gboolean is_closed;
};

static void destroy(gpointer memory) {
    g_rw_lock_clear(&((OysterSink *)memory)->lock);
}

OysterSink *sink_new(const oyster_stream_sink *functions) {
    OysterSink *self = g_atomic_rc_box_new0(OysterSink);
    g_rw_lock_init(&self->lock);
    self->functions = functions;
    return self;
}

OysterSink *sink_ref(OysterSink *self) {
    return g_atomic_rc_box_acquire(self);
}

void sink_unref(void *self) {
    g_atomic_rc_box_release_full(self, destroy);
}

/** TRUE unless the sink is closed; release() must follow then. */
static gboolean acquire(OysterSink *self) {
    g_rw_lock_reader_lock(&self->lock);
    if (!self->is_closed)
        return TRUE;
    g_rw_lock_reader_unlock(&self->lock);
    return FALSE;
}

static void release(OysterSink *self) {
    g_rw_lock_reader_unlock(&self->lock);
}

void sink_state(OysterSink *self, oyster_stream_state state) {
    if (!acquire(self))
        return;
    self->functions->state(self->functions->context, state);
    release(self);
}

void sink_first_frame(OysterSink *self) {
    if (!acquire(self))
        return;
    self->functions->first_frame(self->functions->context);
    release(self);
}

void sink_failure(OysterSink *self, const char *message) {
    if (!acquire(self))
        return;
    self->functions->failure(self->functions->context, message);
    release(self);
}

void sink_log(OysterSink *self, oyster_log_level level, const char *format, ...) {
    if (!acquire(self))
        return;
    va_list arguments;
    va_start(arguments, format);
    char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    self->functions->log(self->functions->context, level, text);
    g_free(text);
    release(self);
}

gboolean sink_wants_frames(OysterSink *self) {
    if (!acquire(self))
        return FALSE;
    gboolean wants = self->functions->wants_frames(self->functions->context);
    release(self);
    return wants;
}

gboolean sink_wants_audio(OysterSink *self) {
    if (!acquire(self))
        return FALSE;
    gboolean wants = self->functions->wants_audio(self->functions->context);
    release(self);
    return wants;
}

void sink_frame(OysterSink *self, const oyster_stream_frame *frame) {
    if (!acquire(self)) {
        frame->release(frame->owner);
        return;
    }
    self->functions->frame(self->functions->context, frame);
    release(self);
}

void sink_audio(OysterSink *self, const oyster_stream_audio *audio) {
    if (!acquire(self))
        return;
    self->functions->audio(self->functions->context, audio);
    release(self);
}

void sink_recording_failed(OysterSink *self, const char *reason) {
    sink_log(self, OYSTER_LOG_LEVEL_WARNING, "%s", reason);
    if (!acquire(self))
        return;
    self->functions->recording_failed(self->functions->context, reason);
    release(self);
}

gboolean sink_http(OysterSink *self, const oyster_stream_http_request *request) {
    if (!acquire(self))
        return FALSE;
    gboolean is_sent = self->functions->http(self->functions->context, request) == OYSTER_OK;
    release(self);
    return is_sent;
}

void sink_close(OysterSink *self) {
    g_rw_lock_writer_lock(&self->lock);
    self->is_closed = TRUE;
    g_rw_lock_writer_unlock(&self->lock);
    self->functions->closed(self->functions->context);
}
