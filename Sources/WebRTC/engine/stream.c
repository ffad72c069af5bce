/* SPDX-License-Identifier: Apache-2.0 */
#include "stream.h"

#include "exit_registry.h"
#include "happyoyster/error.h"
#include "readiness.h"
#include "resource_check.h"
#include "supervisor.h"

/* The stream's thread. */

static gboolean on_tick(gpointer context) {
    OysterStream *self = context;
    receiver_discard_failed_recorder(self->receiver);
    supervisor_tick(self);
    return G_SOURCE_CONTINUE;
}

static void begin(OysterStream *self) {
    if (!exit_registry_allows_start())
        return;
    const char *problem = readiness_check(receiver_plays_audio(self->receiver));
    if (problem != NULL)
        supervisor_refuse(self, problem);
    else if (exit_registry_allows_start())
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

/** Ends a stream when the process exits: the library may not send requests any more, and reports
 *  nothing to the host. */
static void abandon(OysterStream *self, const OysterTask *task) {
    (void)task;
    g_clear_pointer(&self->resource_url, g_free);
    supervisor_stop(self);
    exit_registry_remove(self);
}

static void post_abandon(void *context) {
    stream_post(context, (OysterTask){.run = abandon});
}

/* The functions of stream_engine.h. */

static oyster_result refuse(const oyster_stream_sink *sink, const char *reason) {
    sink->log(sink->context, OYSTER_LOG_LEVEL_WARNING, reason);
    return OYSTER_ERROR_REALTIME_CONNECT_FAILED;
}

oyster_result stream_join(void *engine, const oyster_stream_join *join,
                          const oyster_stream_sink *sink, void **result) {
    (void)engine;
    if (join->size < sizeof *join || sink->size < sizeof *sink)
        return refuse(sink, "the library is older than this stream engine");
    // Each attempt checks the threads as well, on a thread that may wait.
    const char *shortage = resource_check_descriptors(NULL);
    if (shortage != NULL)
        return refuse(sink, shortage);
    OysterRtcConfig *config = rtc_config_parse(join->rtc_config);
    if (config == NULL)
        return refuse(sink, "the rtcConfig has no usable signalingUrl");
    exit_registry_join_threads();
    OysterStream *self = stream_new();
    self->sink = sink_new(sink);
    self->stats = stats_new();
    self->receiver = receiver_new(self->sink, self->stats, join->play_audio != 0);
    self->config = config;
    self->reconnect = reconnect_init(g_get_monotonic_time() + (gint64)join->timeout_ms * 1000);
    // One reference for the thread, one for the library until stream_leave().
    stream_ref(self);
    GThread *thread = exit_registry_add(self, post_abandon)
                          ? g_thread_try_new("oyster-webrtc", run, self, NULL)
                          : NULL;
    if (thread == NULL) {
        exit_registry_remove(self);
        stream_unref(self);
        stream_unref(self);
        return refuse(sink, "the thread of a stream cannot be started");
    }
    // exit_registry_join_threads() gives up the reference to the thread.
    *result = self;
    return OYSTER_OK;
}

static void leave(OysterStream *self, const OysterTask *task) {
    (void)task;
    if (self->is_leaving)
        return;
    self->is_leaving = TRUE;
    receiver_set_recorder(self->receiver, NULL);
    supervisor_stop(self);
    stream_quit_if_idle(self);
}

void stream_leave(void *context) {
    OysterStream *self = context;
    stream_post(self, (OysterTask){.run = leave});
    stream_unref(self);
}

oyster_result stream_send_command(void *context, const oyster_stream_command *command) {
    OysterStream *self = context;
    g_mutex_lock(&self->lock);
    gboolean is_sent =
        self->command_attempt != NULL && attempt_send_command(self->command_attempt, command);
    g_mutex_unlock(&self->lock);
    return is_sent ? OYSTER_OK : OYSTER_ERROR_CHANNEL_NOT_READY;
}

static void set_microphone(OysterStream *self, const OysterTask *task) {
    supervisor_set_microphone(self, task->value != 0);
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

/** Opens the file on the stream's thread: opening may wait for the file system. */
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
