/* SPDX-License-Identifier: Apache-2.0 */
/* The course of a stream: link after link, until it is left or given up. */
#include "resource_check.h"
#include "stream_private.h"

void supervisor_report_state(OysterStream *self, oyster_stream_state state) {
    if (self->last_state == state)
        return;
    self->last_state = state;
    sink_state(self->sink, state);
}

static void set_live(OysterStream *self, OysterAttempt *link) {
    g_mutex_lock(&self->lock);
    self->live = link;
    g_mutex_unlock(&self->lock);
}

void supervisor_end_attempt(OysterStream *self) {
    set_live(self, NULL);
    self->is_connected = FALSE;
    self->number++;
    if (self->link != NULL && !attempt_close(self->link))
        sink_log(self->sink, OYSTER_LOG_LEVEL_ERROR, "a pipeline did not stop in time");
    self->link = NULL;
    signalling_delete(self, self->session);
    g_clear_pointer(&self->session, g_free);
}

static void give_up(OysterStream *self, const char *reason) {
    supervisor_end_attempt(self);
    self->is_over = TRUE;
    sink_log(self->sink, OYSTER_LOG_LEVEL_WARNING, "%s", reason);
    sink_failure(self->sink, reason);
}

static gboolean on_retry(gpointer context) {
    OysterStream *self = context;
    g_clear_pointer(&self->retry, g_source_unref);
    if (!self->is_over)
        supervisor_start(self);
    return G_SOURCE_REMOVE;
}

/** The attempt or the connection failed: once more, later, or never. */
static void lose(OysterStream *self, const char *reason) {
    supervisor_end_attempt(self);
    gint64 wait = patience_after_failure(&self->patience, g_get_monotonic_time());
    if (wait < 0) {
        give_up(self, reason);
        return;
    }
    sink_log(self->sink, OYSTER_LOG_LEVEL_WARNING, "%s: connecting again", reason);
    supervisor_report_state(self, self->has_played ? OYSTER_STREAM_STATE_RECONNECTING
                                                   : OYSTER_STREAM_STATE_CONNECTING);
    self->retry = g_timeout_source_new((guint)(wait / 1000));
    g_source_set_callback(self->retry, on_retry, stream_ref(self), stream_unref);
    g_source_attach(self->retry, self->context);
}

static gboolean is_final(int status) {
    return status >= 400 && status < 500 && status != 408 && status != 409 && status != 429;
}

void supervisor_answered(OysterStream *self, const OysterTask *task) {
    enum { CREATED = 201 };
    self->requests--;
    if (task->number != self->number || self->is_over) {
        if (task->value == CREATED)
            signalling_delete(self, task->more);
        stream_quit_if_idle(self);
    } else if (task->value == CREATED) {
        self->session = g_strdup(task->more);
        OysterAnswerError error = attempt_accept_answer(self->link, task->text);
        if (error.reason != NULL && error.is_final)
            give_up(self, error.reason);
        else if (error.reason != NULL)
            lose(self, error.reason);
    } else {
        char *reason = task->value == 0
                           ? g_strdup_printf("signalling failed: %s", task->text)
                           : g_strdup_printf("signalling was answered with %d", task->value);
        if (is_final(task->value))
            give_up(self, reason);
        else
            lose(self, reason);
        g_free(reason);
    }
}

static void handle_attempt_event(OysterStream *self, const OysterTask *task) {
    if (task->number != self->number || self->is_over)
        return;
    switch ((OysterAttemptEvent)task->value) {
    case ATTEMPT_OFFERED:
        if (!signalling_send_offer(self, task->text))
            give_up(self, "the signalling address cannot be used");
        break;
    case ATTEMPT_CONNECTED:
        self->is_connected = TRUE;
        stats_connected(self->stats);
        // Not earlier: until sound can leave, its threads hang, and the microphone's would as well.
        if (self->has_microphone)
            attempt_set_microphone(self->link, TRUE);
        supervisor_report_state(self, OYSTER_STREAM_STATE_CONNECTED);
        break;
    case ATTEMPT_FAILED:
        lose(self, task->text);
        break;
    case ATTEMPT_MICROPHONE_FAILED:
        sink_log(self->sink, OYSTER_LOG_LEVEL_INFO, "the microphone failed: %s", task->text);
        attempt_set_microphone(self->link, FALSE);
        break;
    }
}

static void on_attempt_event(void *context, guint number, OysterAttemptEvent event,
                             const char *text) {
    stream_post(context, (OysterTask){.run = handle_attempt_event,
                                      .number = number,
                                      .value = (int)event,
                                      .text = g_strdup(text)});
}

void supervisor_start(OysterStream *self) {
    self->attempt_us = g_get_monotonic_time();
    if (!headroom_for_descriptors() || !headroom_for_threads()) {
        lose(self, "the process may have no more descriptors or threads");
        return;
    }
    self->link = attempt_start(self->number, self->channel, self->receiver, on_attempt_event, self);
    if (self->link == NULL) {
        give_up(self, "GStreamer lacks a part that is needed");
        return;
    }
    set_live(self, self->link);
}

static void watch_pictures(OysterStream *self, gint64 now) {
    gint64 last = stats_last_frame_us(self->stats);
    if (last == 0)
        return;
    if (now - last < LATE_US) {
        self->has_played = TRUE;
        patience_renew(&self->patience);
        supervisor_report_state(self, OYSTER_STREAM_STATE_PLAYING);
    } else {
        supervisor_report_state(self, OYSTER_STREAM_STATE_BUFFERING);
    }
}

void supervisor_tick(OysterStream *self) {
    if (self->is_over || self->link == NULL)
        return;
    gint64 now = g_get_monotonic_time();
    if (!self->is_connected) {
        if (now - self->attempt_us > ATTEMPT_US)
            lose(self, "no connection in time");
        return;
    }
    if (now - MAX(attempt_last_packet_us(self->link), self->attempt_us) > SILENCE_US) {
        lose(self, "the server is silent");
        return;
    }
    attempt_poll_microphone(self->link);
    watch_pictures(self, now);
    if (++self->ticks % TICKS_PER_MEASURE == 0)
        attempt_request_stats(self->link);
}
