/* SPDX-License-Identifier: Apache-2.0 */
#include "stream.h"

#include "happyoyster/error.h"
#include "resource_check.h"
#include "exit_registry.h"
#include "readiness.h"
#include "stream_private.h"

static void destroy(gpointer memory) {
    OysterStream *self = memory;
    rtc_config_free(self->channel);
    receiver_unref(self->receiver);
    stats_unref(self->stats);
    sink_unref(self->sink);
    g_free(self->session);
    g_main_loop_unref(self->loop);
    g_main_context_unref(self->context);
    g_mutex_clear(&self->lock);
}

OysterStream *stream_ref(OysterStream *self) {
    return g_atomic_rc_box_acquire(self);
}

void stream_unref(gpointer self) {
    g_atomic_rc_box_release_full(self, destroy);
}

void stream_quit_if_idle(OysterStream *self) {
    if (self->is_leaving && self->requests == 0)
        g_main_loop_quit(self->loop);
}

static gboolean on_tick(gpointer context) {
    OysterStream *self = context;
    receiver_discard_failed_recorder(self->receiver);
    supervisor_tick(self);
    return G_SOURCE_CONTINUE;
}

static void begin(OysterStream *self) {
    if (!exit_registry_allows_start())
        return;
    const char *error = readiness_check(receiver_plays_audio(self->receiver));
    if (error != NULL) {
        self->is_over = TRUE;
        sink_failure(self->sink, error);
        return;
    }
    if (!exit_registry_allows_start())
        return;
    supervisor_report_state(self, OYSTER_STREAM_STATE_CONNECTING);
    supervisor_start(self);
}

static gpointer run(gpointer context) {
    OysterStream *self = context;
    g_main_context_push_thread_default(self->context);
    GSource *tick = g_timeout_source_new(TICK_MS);
    g_source_set_callback(tick, on_tick, self, NULL);
    g_source_attach(tick, self->context);
    begin(self);
    g_main_loop_run(self->loop);
    g_source_destroy(tick);
    g_source_unref(tick);
    exit_registry_thread_ending(self);
    sink_close(self->sink);
    g_main_context_pop_thread_default(self->context);
    stream_unref(self);
    exit_registry_thread_ended();
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
    OysterRtcConfig *channel = rtc_config_parse(join->rtc_config);
    if (channel == NULL)
        return refuse(sink, "the rtcConfig has no signalingUrl that can be used");
    exit_registry_join_threads();
    gboolean plays_audio =
        join->size >= offsetof(oyster_stream_join, play_audio) + sizeof join->play_audio &&
        join->play_audio != 0;
    OysterStream *self = g_atomic_rc_box_new0(OysterStream);
    g_mutex_init(&self->lock);
    self->sink = sink_new(sink);
    self->stats = stats_new();
    self->receiver = receiver_new(self->sink, self->stats, plays_audio);
    self->channel = channel;
    self->context = g_main_context_new();
    self->loop = g_main_loop_new(self->context, FALSE);
    self->patience.deadline_us = g_get_monotonic_time() + (gint64)join->timeout_ms * 1000;
    stream_ref(self);
    GThread *thread =
        exit_registry_add(self) ? g_thread_try_new("oyster-webrtc", run, self, NULL) : NULL;
    if (thread == NULL) {
        exit_registry_remove(self);
        stream_unref(self);
        stream_unref(self);
        return refuse(sink, "there is no thread for a connection");
    }
    // Its reference is given away when it is joined. That of the stream is the library's, until
    // stream_leave.
    *result = self;
    return OYSTER_OK;
}

static void leave(OysterStream *self, const OysterTask *task) {
    (void)task;
    if (self->is_leaving)
        return;
    self->is_leaving = self->is_over = TRUE;
    if (self->retry != NULL) {
        g_source_destroy(self->retry);
        g_clear_pointer(&self->retry, g_source_unref);
    }
    receiver_set_recorder(self->receiver, NULL);
    supervisor_end_attempt(self);
    stream_quit_if_idle(self);
}

void stream_leave(void *context) {
    OysterStream *self = context;
    stream_post(self, (OysterTask){.run = leave});
    stream_unref(self);
}

/** The process ends: the library may answer no request any more, and hears nothing. */
static void abandon(OysterStream *self, const OysterTask *task) {
    (void)task;
    self->is_over = TRUE;
    g_clear_pointer(&self->session, g_free);
    supervisor_end_attempt(self);
    exit_registry_remove(self);
}

void stream_stop(void *context) {
    stream_post(context, (OysterTask){.run = abandon});
}

oyster_result stream_send_command(void *context, const oyster_stream_command *command) {
    OysterStream *self = context;
    g_mutex_lock(&self->lock);
    gboolean is_sent = self->live != NULL && attempt_send_command(self->live, command);
    g_mutex_unlock(&self->lock);
    return is_sent ? OYSTER_OK : OYSTER_ERROR_CHANNEL_NOT_READY;
}

static void set_microphone(OysterStream *self, const OysterTask *task) {
    self->has_microphone = task->value != 0;
    if (self->is_connected)
        attempt_set_microphone(self->link, self->has_microphone);
}

void stream_set_local_audio(void *context, bool on) {
    stream_post(context, (OysterTask){.run = set_microphone, .value = on});
}

size_t stream_stats(void *context, char *buffer, size_t capacity) {
    OysterStream *self = context;
    OysterRecorder *recorder = receiver_recorder(self->receiver);
    if (recorder == NULL)
        return stats_print(self->stats, NULL, 0, buffer, capacity);
    size_t length = stats_print(self->stats, recorder_path(recorder), recorder_bytes(recorder),
                                buffer, capacity);
    recorder_unref(recorder);
    return length;
}

/** Opens files here, since that may wait for the file system. */
static void set_recording(OysterStream *self, const OysterTask *task) {
    OysterRecorder *next = task->text == NULL ? NULL : recorder_new(task->text, self->sink);
    if (next != NULL)
        recorder_open(next);
    receiver_set_recorder(self->receiver, next);
}

oyster_result stream_record(void *context, const char *path) {
    stream_post(context, (OysterTask){.run = set_recording, .text = g_strdup(path)});
    return OYSTER_OK;
}
