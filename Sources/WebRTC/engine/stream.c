/* SPDX-License-Identifier: Apache-2.0 */
#include "stream.h"

#include "happyoyster/error.h"
#include "headroom.h"
#include "living.h"
#include "readiness.h"
#include "stream_inside.h"

static void destroy(gpointer memory) {
    stream *self = memory;
    channel_free(self->channel);
    receiver_drop(self->receiver);
    measures_drop(self->measures);
    outlet_drop(self->outlet);
    g_free(self->session);
    g_main_loop_unref(self->loop);
    g_main_context_unref(self->context);
    g_mutex_clear(&self->lock);
}

stream *stream_hold(stream *self) {
    return g_atomic_rc_box_acquire(self);
}

void stream_drop(gpointer self) {
    g_atomic_rc_box_release_full(self, destroy);
}

void stream_finish_if_idle(stream *self) {
    if (self->is_leaving && self->requests == 0)
        g_main_loop_quit(self->loop);
}

static gboolean on_tick(gpointer context) {
    stream *self = context;
    receiver_drop_failed_recorder(self->receiver);
    course_tick(self);
    return G_SOURCE_CONTINUE;
}

static void begin(stream *self) {
    if (!living_may_begin())
        return;
    const char *complaint = readiness_check(receiver_plays_audio(self->receiver));
    if (complaint != NULL) {
        self->is_over = TRUE;
        outlet_failure(self->outlet, complaint);
        return;
    }
    if (!living_may_begin())
        return;
    course_tell(self, OYSTER_STREAM_STATE_CONNECTING);
    course_attempt(self);
}

static gpointer run(gpointer context) {
    stream *self = context;
    g_main_context_push_thread_default(self->context);
    GSource *tick = g_timeout_source_new(TICK_MS);
    g_source_set_callback(tick, on_tick, self, NULL);
    g_source_attach(tick, self->context);
    begin(self);
    g_main_loop_run(self->loop);
    g_source_destroy(tick);
    g_source_unref(tick);
    living_leave(self);
    outlet_close(self->outlet);
    g_main_context_pop_thread_default(self->context);
    stream_drop(self);
    living_end_thread();
    return NULL;
}

static oyster_result refuse(const oyster_stream_sink *sink, const char *reason) {
    sink->log(sink->context, OYSTER_LOG_LEVEL_WARNING, reason);
    return OYSTER_ERROR_REALTIME_CONNECT_FAILED;
}

oyster_result stream_join(void *engine, const oyster_stream_join *join,
                          const oyster_stream_sink *sink, void **result) {
    (void)engine;
    if (!headroom_for_descriptors())
        return refuse(sink, "there are too few file descriptors for a connection");
    channel *channel = channel_parse(join->rtc_config);
    if (channel == NULL)
        return refuse(sink, "the rtcConfig has no signalingUrl that can be used");
    living_join_ended();
    gboolean plays_audio =
        join->size >= offsetof(oyster_stream_join, play_audio) + sizeof join->play_audio &&
        join->play_audio != 0;
    stream *self = g_atomic_rc_box_new0(stream);
    g_mutex_init(&self->lock);
    self->outlet = outlet_new(sink);
    self->measures = measures_new();
    self->receiver = receiver_new(self->outlet, self->measures, plays_audio);
    self->channel = channel;
    self->context = g_main_context_new();
    self->loop = g_main_loop_new(self->context, FALSE);
    self->patience.deadline_us = g_get_monotonic_time() + (gint64)join->timeout_ms * 1000;
    stream_hold(self);
    GThread *thread = living_add(self) ? g_thread_try_new("oyster-webrtc", run, self, NULL) : NULL;
    if (thread == NULL) {
        living_remove(self);
        stream_drop(self);
        stream_drop(self);
        return refuse(sink, "there is no thread for a connection");
    }
    // Its reference is given away when it is joined. That of the stream is the library's, until
    // stream_leave.
    *result = self;
    return OYSTER_OK;
}

static void on_leave(stream *self, const note *note) {
    (void)note;
    if (self->is_leaving)
        return;
    self->is_leaving = self->is_over = TRUE;
    if (self->retry != NULL) {
        g_source_destroy(self->retry);
        g_clear_pointer(&self->retry, g_source_unref);
    }
    receiver_record(self->receiver, NULL);
    course_end_link(self);
    stream_finish_if_idle(self);
}

void stream_leave(void *context) {
    stream *self = context;
    stream_post(self, (note){.act = on_leave});
    stream_drop(self);
}

/** The process ends: the library may answer no request any more, and hears nothing. */
static void on_exit_of_process(stream *self, const note *note) {
    (void)note;
    self->is_over = TRUE;
    g_clear_pointer(&self->session, g_free);
    course_end_link(self);
    living_remove(self);
}

void stream_stop(void *context) {
    stream_post(context, (note){.act = on_exit_of_process});
}

oyster_result stream_send_command(void *context, const oyster_stream_command *command) {
    stream *self = context;
    g_mutex_lock(&self->lock);
    gboolean is_sent = self->live != NULL && link_send(self->live, command);
    g_mutex_unlock(&self->lock);
    return is_sent ? OYSTER_OK : OYSTER_ERROR_CHANNEL_NOT_READY;
}

static void on_microphone(stream *self, const note *note) {
    self->has_microphone = note->value != 0;
    if (self->is_connected)
        link_set_microphone(self->link, self->has_microphone);
}

void stream_set_local_audio(void *context, bool on) {
    stream_post(context, (note){.act = on_microphone, .value = on});
}

size_t stream_stats(void *context, char *buffer, size_t capacity) {
    stream *self = context;
    recorder *recorder = receiver_recorder(self->receiver);
    if (recorder == NULL)
        return measures_print(self->measures, NULL, 0, buffer, capacity);
    size_t length = measures_print(self->measures, recorder_path(recorder),
                                   recorder_bytes(recorder), buffer, capacity);
    recorder_drop(recorder);
    return length;
}

/** Opens files here, since that may wait for the file system. */
static void on_record(stream *self, const note *note) {
    recorder *next = note->text == NULL ? NULL : recorder_new(note->text, self->outlet);
    if (next != NULL)
        recorder_open(next);
    receiver_record(self->receiver, next);
}

oyster_result stream_record(void *context, const char *path) {
    stream_post(context, (note){.act = on_record, .text = g_strdup(path)});
    return OYSTER_OK;
}
