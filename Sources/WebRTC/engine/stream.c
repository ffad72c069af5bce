/* SPDX-License-Identifier: Apache-2.0 */
#include "stream.h"

#include <string.h>

#include "happyoyster/error.h"
#include "link.h"
#include "living.h"
#include "patience.h"

struct stream {
    outlet *outlet;
    measures *measures;
    receiver *receiver;
    channel *channel;
    GMainContext *context;
    GMainLoop *loop;

    /* Of the stream's own thread. */
    media_link *link;
    guint number;
    gboolean is_connected;
    gboolean has_microphone;
    /** Said `failure`, or was told to leave: nothing is tried any more. */
    gboolean is_over;
    gboolean is_leaving;
    char *session;
    guint requests;
    oyster_stream_state told;
    patience patience;
    gint64 attempt_us;
    GSource *retry;
    guint ticks;

    /** Guards `live`, the link that takes commands. */
    GMutex lock;
    media_link *live;
};

typedef struct stream stream;

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

static stream *hold(stream *self) {
    return g_atomic_rc_box_acquire(self);
}

static void drop(gpointer self) {
    g_atomic_rc_box_release_full(self, destroy);
}

/* Notes for the stream's own thread. */

typedef struct note {
    stream *stream;
    void (*act)(stream *self, const struct note *note);
    guint number;
    int value;
    char *text;
    char *more;
    void *object;
} note;

static void free_note(gpointer memory) {
    note *self = memory;
    drop(self->stream);
    g_free(self->text);
    g_free(self->more);
    g_free(self);
}

static gboolean act(gpointer memory) {
    note *self = memory;
    self->act(self->stream, self);
    return G_SOURCE_REMOVE;
}

/** Hands a note over; its texts and the stream's reference go with it. */
static void post(stream *self, note content) {
    note *copy = g_new(note, 1);
    *copy = content;
    copy->stream = hold(self);
    GSource *source = g_idle_source_new();
    g_source_set_priority(source, G_PRIORITY_DEFAULT);
    g_source_set_callback(source, act, copy, free_note);
    g_source_attach(source, self->context);
    g_source_unref(source);
}

/* What the library hears. */

static void tell(stream *self, oyster_stream_state state) {
    if (self->told == state)
        return;
    self->told = state;
    outlet_state(self->outlet, state);
}

static void finish_if_idle(stream *self) {
    if (self->is_leaving && self->requests == 0)
        g_main_loop_quit(self->loop);
}

/* Signalling. */

typedef struct question {
    stream *stream;
    guint number;
    void (*act)(stream *self, const note *note);
} question;

static void on_response(void *owner, const oyster_stream_http_response *response) {
    question *asked = owner;
    post(asked->stream,
         (note){
             .act = asked->act,
             .number = asked->number,
             .value = response->status,
             .text = g_strdup(response->status == 0 ? response->failure : response->body),
             .more = g_strdup(response->location),
         });
    drop(asked->stream);
    g_free(asked);
}

static gboolean ask(stream *self, const char *method, const char *url, const char *body,
                    uint32_t timeout_ms, void (*then)(stream *self, const note *note)) {
    question *asked = g_new(question, 1);
    *asked = (question){hold(self), self->number, then};
    const oyster_stream_http_request request = {
        .size = sizeof request,
        .method = method,
        .url = url,
        .bearer = self->channel->token,
        .content_type = body == NULL ? NULL : "application/sdp",
        .body = body,
        .body_length = body == NULL ? 0 : strlen(body),
        .timeout_ms = timeout_ms,
        .done = on_response,
        .owner = asked,
    };
    self->requests++;
    if (outlet_http(self->outlet, &request))
        return TRUE;
    self->requests--;
    drop(asked->stream);
    g_free(asked);
    return FALSE;
}

static void on_goodbye(stream *self, const note *note) {
    (void)note;
    self->requests--;
    finish_if_idle(self);
}

/** Tells the server that a session is over; whether it hears does not matter. */
static void say_goodbye(stream *self, const char *session) {
    if (session != NULL)
        ask(self, "DELETE", session, NULL, GOODBYE_MS, on_goodbye);
}

/* Links. */

static void attempt(stream *self);

static void set_live(stream *self, media_link *link) {
    g_mutex_lock(&self->lock);
    self->live = link;
    g_mutex_unlock(&self->lock);
}

static void end_link(stream *self) {
    set_live(self, NULL);
    self->is_connected = FALSE;
    self->number++;
    if (self->link != NULL && !link_close(self->link))
        outlet_log(self->outlet, OYSTER_LOG_LEVEL_ERROR, "a pipeline did not stop in time");
    self->link = NULL;
    say_goodbye(self, self->session);
    g_clear_pointer(&self->session, g_free);
}

static void give_up(stream *self, const char *reason) {
    end_link(self);
    self->is_over = TRUE;
    tell(self, OYSTER_STREAM_STATE_DISCONNECTED);
    outlet_failure(self->outlet, reason);
}

static gboolean on_retry(gpointer context) {
    stream *self = context;
    g_clear_pointer(&self->retry, g_source_unref);
    if (!self->is_over)
        attempt(self);
    return G_SOURCE_REMOVE;
}

/** The attempt or the connection failed: once more, later, or never. */
static void lose(stream *self, const char *reason) {
    end_link(self);
    gint64 wait = patience_after_failure(&self->patience, g_get_monotonic_time());
    if (wait < 0) {
        give_up(self, reason);
        return;
    }
    outlet_log(self->outlet, OYSTER_LOG_LEVEL_WARNING, "%s: connecting again", reason);
    tell(self, measures_last_picture_us(self->measures) == 0 ? OYSTER_STREAM_STATE_CONNECTING
                                                             : OYSTER_STREAM_STATE_RECONNECTING);
    self->retry = g_timeout_source_new((guint)(wait / 1000));
    g_source_set_callback(self->retry, on_retry, hold(self), drop);
    g_source_attach(self->retry, self->context);
}

static gboolean is_final(int status) {
    return status >= 400 && status < 500 && status != 408 && status != 409 && status != 429;
}

static void on_answer(stream *self, const note *note) {
    enum { CREATED = 201 };
    self->requests--;
    if (note->number != self->number || self->is_over) {
        if (note->value == CREATED)
            say_goodbye(self, note->more);
        finish_if_idle(self);
    } else if (note->value == CREATED) {
        self->session = g_strdup(note->more);
        if (!link_accept(self->link, note->text))
            lose(self, "the server's answer is no SDP");
    } else {
        char *reason = note->value == 0
                           ? g_strdup_printf("signalling failed: %s", note->text)
                           : g_strdup_printf("signalling was answered with %d", note->value);
        if (is_final(note->value))
            give_up(self, reason);
        else
            lose(self, reason);
        g_free(reason);
    }
}

static void on_link(stream *self, const note *note) {
    if (note->number != self->number || self->is_over)
        return;
    switch ((link_event)note->value) {
    case LINK_DESCRIBED:
        if (!ask(self, "POST", self->channel->signaling_url, note->text, ATTEMPT_US / 1000,
                 on_answer))
            give_up(self, "the signalling address cannot be used");
        break;
    case LINK_CONNECTED:
        self->is_connected = TRUE;
        measures_connected(self->measures);
        tell(self, OYSTER_STREAM_STATE_CONNECTED);
        break;
    case LINK_FAILED:
        lose(self, note->text);
        break;
    case LINK_MICROPHONE_FAILED:
        outlet_log(self->outlet, OYSTER_LOG_LEVEL_INFO, "the microphone failed: %s", note->text);
        link_set_microphone(self->link, FALSE);
        break;
    }
}

static void told_by_link(void *context, guint number, link_event event, const char *text) {
    post(context,
         (note){.act = on_link, .number = number, .value = (int)event, .text = g_strdup(text)});
}

static void attempt(stream *self) {
    self->attempt_us = g_get_monotonic_time();
    self->link = link_open(self->number, self->channel, self->receiver, told_by_link, self);
    if (self->link == NULL) {
        give_up(self, "GStreamer lacks a part that is needed");
        return;
    }
    if (self->has_microphone)
        link_set_microphone(self->link, TRUE);
    set_live(self, self->link);
}

/* Watching. */

static void watch_pictures(stream *self, gint64 now) {
    gint64 last = measures_last_picture_us(self->measures);
    if (last == 0)
        return;
    if (now - last < LATE_US) {
        patience_renew(&self->patience);
        tell(self, OYSTER_STREAM_STATE_PLAYING);
    } else {
        tell(self, OYSTER_STREAM_STATE_BUFFERING);
    }
}

static gboolean on_tick(gpointer context) {
    stream *self = context;
    if (self->is_over || self->link == NULL)
        return G_SOURCE_CONTINUE;
    gint64 now = g_get_monotonic_time();
    if (!self->is_connected) {
        if (now - self->attempt_us > ATTEMPT_US)
            lose(self, "no connection in time");
        return G_SOURCE_CONTINUE;
    }
    if (now - MAX(link_last_packet_us(self->link), self->attempt_us) > SILENCE_US) {
        lose(self, "the server is silent");
        return G_SOURCE_CONTINUE;
    }
    watch_pictures(self, now);
    if (++self->ticks % TICKS_PER_MEASURE == 0)
        link_measure(self->link);
    return G_SOURCE_CONTINUE;
}

/* Life. */

static void begin(stream *self) {
    const char *complaint = peer_prepare();
    if (complaint != NULL) {
        self->is_over = TRUE;
        outlet_failure(self->outlet, complaint);
        return;
    }
    tell(self, OYSTER_STREAM_STATE_CONNECTING);
    attempt(self);
}

static gpointer run(gpointer context) {
    stream *self = context;
    g_main_context_push_thread_default(self->context);
    living_add(self);
    GSource *tick = g_timeout_source_new(TICK_MS);
    g_source_set_callback(tick, on_tick, self, NULL);
    g_source_attach(tick, self->context);
    begin(self);
    g_main_loop_run(self->loop);
    g_source_destroy(tick);
    g_source_unref(tick);
    living_remove(self);
    outlet_close(self->outlet);
    g_main_context_pop_thread_default(self->context);
    drop(self);
    return NULL;
}

oyster_result stream_join(void *engine, const oyster_stream_join *join,
                          const oyster_stream_sink *sink, void **result) {
    (void)engine;
    channel *channel = channel_parse(join->rtc_config);
    if (channel == NULL)
        return OYSTER_ERROR_REALTIME_CONNECT_FAILED;
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
    GThread *thread = g_thread_try_new("oyster-webrtc", run, hold(self), NULL);
    if (thread == NULL) {
        drop(self);
        drop(self);
        return OYSTER_ERROR_REALTIME_CONNECT_FAILED;
    }
    g_thread_unref(thread);
    // This reference is the library's, until stream_leave.
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
    end_link(self);
    finish_if_idle(self);
}

void stream_leave(void *context) {
    stream *self = context;
    set_live(self, NULL);
    post(self, (note){.act = on_leave});
    drop(self);
}

/** The process ends: the library may answer no request any more, and hears nothing. */
static void on_exit_of_process(stream *self, const note *note) {
    (void)note;
    self->is_over = TRUE;
    g_clear_pointer(&self->session, g_free);
    end_link(self);
    living_remove(self);
}

void stream_stop(void *context) {
    post(context, (note){.act = on_exit_of_process});
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
    if (self->link != NULL)
        link_set_microphone(self->link, self->has_microphone);
}

void stream_set_local_audio(void *context, bool on) {
    post(context, (note){.act = on_microphone, .value = on});
}

size_t stream_stats(void *context, char *buffer, size_t capacity) {
    return measures_print(((stream *)context)->measures, buffer, capacity);
}

static void on_record(stream *self, const note *note) {
    receiver_record(self->receiver, note->object);
}

oyster_result stream_record(void *context, const char *path) {
    recorder *next = path == NULL ? NULL : recorder_new(path);
    if (path != NULL && next == NULL)
        return OYSTER_ERROR_INVALID_ARGUMENT;
    post(context, (note){.act = on_record, .object = next});
    return OYSTER_OK;
}
