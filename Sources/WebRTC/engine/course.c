/* SPDX-License-Identifier: Apache-2.0 */
/* The course of a stream: link after link, until it is left or given up. */
#include "headroom.h"
#include "stream_inside.h"

void course_tell(stream *self, oyster_stream_state state) {
    if (self->told == state)
        return;
    self->told = state;
    outlet_state(self->outlet, state);
}

static void set_live(stream *self, media_link *link) {
    g_mutex_lock(&self->lock);
    self->live = link;
    g_mutex_unlock(&self->lock);
}

void course_end_link(stream *self) {
    set_live(self, NULL);
    self->is_connected = FALSE;
    self->number++;
    if (self->link != NULL && !link_close(self->link))
        outlet_log(self->outlet, OYSTER_LOG_LEVEL_ERROR, "a pipeline did not stop in time");
    self->link = NULL;
    signalling_goodbye(self, self->session);
    g_clear_pointer(&self->session, g_free);
}

static void give_up(stream *self, const char *reason) {
    course_end_link(self);
    self->is_over = TRUE;
    outlet_log(self->outlet, OYSTER_LOG_LEVEL_WARNING, "%s", reason);
    outlet_failure(self->outlet, reason);
}

static gboolean on_retry(gpointer context) {
    stream *self = context;
    g_clear_pointer(&self->retry, g_source_unref);
    if (!self->is_over)
        course_attempt(self);
    return G_SOURCE_REMOVE;
}

/** The attempt or the connection failed: once more, later, or never. */
static void lose(stream *self, const char *reason) {
    course_end_link(self);
    gint64 wait = patience_after_failure(&self->patience, g_get_monotonic_time());
    if (wait < 0) {
        give_up(self, reason);
        return;
    }
    outlet_log(self->outlet, OYSTER_LOG_LEVEL_WARNING, "%s: connecting again", reason);
    course_tell(self, self->has_played ? OYSTER_STREAM_STATE_RECONNECTING
                                       : OYSTER_STREAM_STATE_CONNECTING);
    self->retry = g_timeout_source_new((guint)(wait / 1000));
    g_source_set_callback(self->retry, on_retry, stream_hold(self), stream_drop);
    g_source_attach(self->retry, self->context);
}

static gboolean is_final(int status) {
    return status >= 400 && status < 500 && status != 408 && status != 409 && status != 429;
}

void course_answered(stream *self, const note *note) {
    enum { CREATED = 201 };
    self->requests--;
    if (note->number != self->number || self->is_over) {
        if (note->value == CREATED)
            signalling_goodbye(self, note->more);
        stream_finish_if_idle(self);
    } else if (note->value == CREATED) {
        self->session = g_strdup(note->more);
        answer_error error = link_accept(self->link, note->text);
        if (error.reason != NULL && error.is_final)
            give_up(self, error.reason);
        else if (error.reason != NULL)
            lose(self, error.reason);
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
        if (!signalling_offer(self, note->text))
            give_up(self, "the signalling address cannot be used");
        break;
    case LINK_CONNECTED:
        self->is_connected = TRUE;
        measures_connected(self->measures);
        // Not earlier: until sound can leave, its threads hang, and the microphone's would as well.
        if (self->has_microphone)
            link_set_microphone(self->link, TRUE);
        course_tell(self, OYSTER_STREAM_STATE_CONNECTED);
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
    stream_post(
        context,
        (note){.act = on_link, .number = number, .value = (int)event, .text = g_strdup(text)});
}

void course_attempt(stream *self) {
    self->attempt_us = g_get_monotonic_time();
    if (!headroom_for_descriptors() || !headroom_for_threads()) {
        lose(self, "the process may have no more descriptors or threads");
        return;
    }
    self->link = link_open(self->number, self->channel, self->receiver, told_by_link, self);
    if (self->link == NULL) {
        give_up(self, "GStreamer lacks a part that is needed");
        return;
    }
    set_live(self, self->link);
}

static void watch_pictures(stream *self, gint64 now) {
    gint64 last = measures_last_picture_us(self->measures);
    if (last == 0)
        return;
    if (now - last < LATE_US) {
        self->has_played = TRUE;
        patience_renew(&self->patience);
        course_tell(self, OYSTER_STREAM_STATE_PLAYING);
    } else {
        course_tell(self, OYSTER_STREAM_STATE_BUFFERING);
    }
}

void course_tick(stream *self) {
    if (self->is_over || self->link == NULL)
        return;
    gint64 now = g_get_monotonic_time();
    if (!self->is_connected) {
        if (now - self->attempt_us > ATTEMPT_US)
            lose(self, "no connection in time");
        return;
    }
    if (now - MAX(link_last_packet_us(self->link), self->attempt_us) > SILENCE_US) {
        lose(self, "the server is silent");
        return;
    }
    link_look_for_microphone(self->link);
    watch_pictures(self, now);
    if (++self->ticks % TICKS_PER_MEASURE == 0)
        link_measure(self->link);
}
