/* SPDX-License-Identifier: Apache-2.0 */
#include "reconnect.h"

OysterReconnect reconnect_init(gint64 deadline_us) {
    return (OysterReconnect){.deadline_us = deadline_us};
}

gboolean reconnect_is_current(const OysterReconnect *self, guint attempt) {
    return attempt == self->attempt &&
           (self->phase == RECONNECT_CONNECTING || self->phase == RECONNECT_CONNECTED);
}

/** Reports a state unless it is the last reported one. */
static void report(OysterReconnect *self, OysterReconnectActions *actions,
                   oyster_stream_state state) {
    if (self->last_state != state)
        actions->reported_state = self->last_state = state;
}

/** The wait before the next attempt; -1 if it would start at the deadline or later. */
static gint64 next_wait_us(OysterReconnect *self, gint64 now_us) {
    static const gint64 waits_us[] = {0, 250 * 1000, 500 * 1000, 1000 * 1000, 2000 * 1000};
    if (self->deadline_us == 0)
        self->deadline_us = now_us + RECONNECT_TIMEOUT_US;
    gint64 wait_us = waits_us[MIN(self->failures, G_N_ELEMENTS(waits_us) - 1)];
    self->failures++;
    return now_us + wait_us < self->deadline_us ? wait_us : -1;
}

static void end_attempt(OysterReconnect *self, OysterReconnectActions *actions,
                        OysterReconnectPhase next) {
    actions->ends_attempt = TRUE;
    self->attempt++;
    self->phase = next;
}

static void give_up(OysterReconnect *self, OysterReconnectActions *actions) {
    end_attempt(self, actions, RECONNECT_ENDED);
    actions->reports_failure = TRUE;
}

static void lose(OysterReconnect *self, OysterReconnectActions *actions, gint64 now_us) {
    gint64 wait_us = next_wait_us(self, now_us);
    if (wait_us < 0) {
        give_up(self, actions);
        return;
    }
    end_attempt(self, actions, RECONNECT_WAITING);
    report(self, actions,
           self->has_played ? OYSTER_STREAM_STATE_RECONNECTING : OYSTER_STREAM_STATE_CONNECTING);
    actions->retry_after_us = wait_us;
}

static void start_attempt(OysterReconnect *self, OysterReconnectActions *actions, gint64 now_us) {
    self->phase = RECONNECT_CONNECTING;
    self->attempt_start_us = now_us;
    actions->starts_attempt = TRUE;
}

/** Whether the server would refuse the same request again: 4xx, but 408, 409 and 429 may be
 *  temporary. */
static gboolean is_final(int status) {
    return status >= 400 && status < 500 && status != 408 && status != 409 && status != 429;
}

static void handle_answer(OysterReconnect *self, OysterReconnectActions *actions,
                          const OysterReconnectInput *input) {
    enum { CREATED = 201 };
    if (input->status == CREATED)
        return;
    if (is_final(input->status))
        give_up(self, actions);
    else
        lose(self, actions, input->now_us);
}

static void use_connection(OysterReconnect *self, OysterReconnectActions *actions) {
    self->phase = RECONNECT_CONNECTED;
    actions->uses_connection = TRUE;
    report(self, actions, OYSTER_STREAM_STATE_CONNECTED);
}

static void check_frames(OysterReconnect *self, OysterReconnectActions *actions,
                         const OysterReconnectInput *input) {
    if (input->last_frame_us == 0)
        return;
    if (input->now_us - input->last_frame_us >= FRAME_TIMEOUT_US) {
        report(self, actions, OYSTER_STREAM_STATE_BUFFERING);
        return;
    }
    self->has_played = TRUE;
    self->deadline_us = 0;
    self->failures = 0;
    report(self, actions, OYSTER_STREAM_STATE_PLAYING);
}

static void check_packets(OysterReconnect *self, OysterReconnectActions *actions,
                          const OysterReconnectInput *input) {
    gint64 last_us = MAX(input->last_packet_us, self->attempt_start_us);
    if (input->now_us - last_us > PACKET_TIMEOUT_US) {
        actions->reason = "no packet arrived from the server for 3 s";
        lose(self, actions, input->now_us);
        return;
    }
    actions->polls_microphone = TRUE;
    check_frames(self, actions, input);
    actions->requests_stats = ++self->ticks % TICKS_PER_STATS == 0;
}

static void tick(OysterReconnect *self, OysterReconnectActions *actions,
                 const OysterReconnectInput *input) {
    if (self->phase == RECONNECT_CONNECTED) {
        check_packets(self, actions, input);
    } else if (self->phase == RECONNECT_CONNECTING &&
               input->now_us - self->attempt_start_us > ATTEMPT_TIMEOUT_US) {
        actions->reason = "there was no connection within 10 s";
        lose(self, actions, input->now_us);
    }
}

static void stop(OysterReconnect *self, OysterReconnectActions *actions) {
    actions->cancels_retry = self->phase == RECONNECT_WAITING;
    if (self->phase == RECONNECT_CONNECTING || self->phase == RECONNECT_CONNECTED)
        end_attempt(self, actions, RECONNECT_ENDED);
    self->phase = RECONNECT_ENDED;
}

OysterReconnectActions reconnect_handle(OysterReconnect *self, OysterReconnectInput input) {
    OysterReconnectActions actions = {.retry_after_us = -1};
    gboolean is_current = reconnect_is_current(self, input.attempt);
    switch (input.kind) {
    case RECONNECT_START:
        if (self->phase == RECONNECT_IDLE) {
            report(self, &actions, OYSTER_STREAM_STATE_CONNECTING);
            start_attempt(self, &actions, input.now_us);
        }
        break;
    case RECONNECT_RETRY:
        if (self->phase == RECONNECT_WAITING)
            start_attempt(self, &actions, input.now_us);
        break;
    case RECONNECT_ANSWERED:
        if (is_current)
            handle_answer(self, &actions, &input);
        break;
    case RECONNECT_ATTEMPT_CONNECTED:
        if (is_current && self->phase == RECONNECT_CONNECTING)
            use_connection(self, &actions);
        break;
    case RECONNECT_ATTEMPT_FAILED:
        if (is_current)
            lose(self, &actions, input.now_us);
        break;
    case RECONNECT_ATTEMPT_REFUSED:
        if (is_current || self->phase == RECONNECT_IDLE)
            give_up(self, &actions);
        break;
    case RECONNECT_TICK:
        tick(self, &actions, &input);
        break;
    case RECONNECT_STOP:
        stop(self, &actions);
        break;
    }
    return actions;
}
