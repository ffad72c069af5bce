/* SPDX-License-Identifier: Apache-2.0 */
#include "outlet.h"

#include "happyoyster/error.h"

#include <stdarg.h>

struct outlet {
    /** The library's, valid until `closed`. */
    const oyster_stream_sink *sink;
    /** Readers are on their way through; the writer shuts. */
    GRWLock door;
    gboolean is_shut;
};

static void destroy(gpointer memory) {
    g_rw_lock_clear(&((outlet *)memory)->door);
}

outlet *outlet_new(const oyster_stream_sink *sink) {
    outlet *self = g_atomic_rc_box_new0(outlet);
    g_rw_lock_init(&self->door);
    self->sink = sink;
    return self;
}

outlet *outlet_hold(outlet *self) {
    return g_atomic_rc_box_acquire(self);
}

void outlet_drop(void *self) {
    g_atomic_rc_box_release_full(self, destroy);
}

/** Opens the door: true when it was not shut, and then leave() must follow. */
static gboolean enter(outlet *self) {
    g_rw_lock_reader_lock(&self->door);
    if (!self->is_shut)
        return TRUE;
    g_rw_lock_reader_unlock(&self->door);
    return FALSE;
}

static void leave(outlet *self) {
    g_rw_lock_reader_unlock(&self->door);
}

void outlet_state(outlet *self, oyster_stream_state state) {
    if (!enter(self))
        return;
    self->sink->state(self->sink->context, state);
    leave(self);
}

void outlet_first_frame(outlet *self) {
    if (!enter(self))
        return;
    self->sink->first_frame(self->sink->context);
    leave(self);
}

void outlet_failure(outlet *self, const char *message) {
    if (!enter(self))
        return;
    self->sink->failure(self->sink->context, message);
    leave(self);
}

void outlet_log(outlet *self, oyster_log_level level, const char *format, ...) {
    if (!enter(self))
        return;
    va_list arguments;
    va_start(arguments, format);
    char *text = g_strdup_vprintf(format, arguments);
    va_end(arguments);
    self->sink->log(self->sink->context, level, text);
    g_free(text);
    leave(self);
}

gboolean outlet_wants_frames(outlet *self) {
    if (!enter(self))
        return FALSE;
    gboolean wants = self->sink->wants_frames(self->sink->context);
    leave(self);
    return wants;
}

/** Whether the library's sink has a function; an older library's struct ends before it. */
#define HAS(self, function)                                                         \
    ((self)->sink->size >=                                                          \
         offsetof(oyster_stream_sink, function) + sizeof((self)->sink->function) && \
     (self)->sink->function != NULL)

gboolean outlet_wants_audio(outlet *self) {
    if (!enter(self))
        return FALSE;
    gboolean wants = HAS(self, wants_audio) && self->sink->wants_audio(self->sink->context);
    leave(self);
    return wants;
}

void outlet_frame(outlet *self, const oyster_stream_frame *frame) {
    if (!enter(self)) {
        frame->release(frame->owner);
        return;
    }
    self->sink->frame(self->sink->context, frame);
    leave(self);
}

void outlet_audio(outlet *self, const oyster_stream_audio *audio) {
    if (!enter(self))
        return;
    if (HAS(self, audio))
        self->sink->audio(self->sink->context, audio);
    leave(self);
}

void outlet_recording_failed(outlet *self, const char *reason) {
    outlet_log(self, OYSTER_LOG_LEVEL_WARNING, "%s", reason);
    if (!enter(self))
        return;
    if (HAS(self, recording_failed))
        self->sink->recording_failed(self->sink->context, reason);
    leave(self);
}

gboolean outlet_http(outlet *self, const oyster_stream_http_request *request) {
    if (!enter(self))
        return FALSE;
    gboolean is_sent =
        HAS(self, http) && self->sink->http(self->sink->context, request) == OYSTER_OK;
    leave(self);
    return is_sent;
}

void outlet_close(outlet *self) {
    g_rw_lock_writer_lock(&self->door);
    self->is_shut = TRUE;
    g_rw_lock_writer_unlock(&self->door);
    self->sink->closed(self->sink->context);
}
