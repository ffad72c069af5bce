/* SPDX-License-Identifier: Apache-2.0 */
#include "supervisor.h"

#include "resource_check.h"
#include "signalling.h"

static void handle(OysterStream *self, OysterReconnectInput input, const char *reason);

static void set_command_attempt(OysterStream *self, OysterAttempt *attempt) {
    g_mutex_lock(&self->lock);
    self->command_attempt = attempt;
    g_mutex_unlock(&self->lock);
}

static void fail_attempt(OysterStream *self, gboolean is_final, const char *reason) {
    handle(self,
           (OysterReconnectInput){
               .kind = is_final ? RECONNECT_ATTEMPT_REFUSED : RECONNECT_ATTEMPT_FAILED,
               .attempt = self->reconnect.attempt,
           },
           reason);
}

/* What happens to an attempt. */

static void on_answer(OysterStream *self, const OysterTask *response) {
    enum { CREATED = 201 };
    self->pending_requests--;
    if (!reconnect_is_current(&self->reconnect, response->attempt)) {
        // The server created a resource for an attempt that has ended.
        if (response->value == CREATED)
            signalling_delete(self, response->location);
    } else if (response->value == CREATED) {
        self->resource_url = g_strdup(response->location);
        OysterAnswerError error = attempt_accept_answer(self->attempt, response->text);
        if (error.reason != NULL)
            fail_attempt(self, error.is_final, error.reason);
    } else {
        char *reason =
            response->value == 0
                ? g_strdup_printf("the signalling request failed: %s", response->text)
                : g_strdup_printf("the signalling server answered with HTTP %d", response->value);
        handle(self,
               (OysterReconnectInput){
                   .kind = RECONNECT_ANSWERED,
                   .attempt = response->attempt,
                   .status = response->value,
               },
               reason);
        g_free(reason);
    }
    stream_quit_if_idle(self);
}

static void handle_attempt_event(OysterStream *self, const OysterTask *event) {
    if (!reconnect_is_current(&self->reconnect, event->attempt))
        return;
    switch ((OysterAttemptEvent)event->value) {
    case ATTEMPT_OFFERED:
        if (!signalling_send_offer(self, event->text, on_answer))
            fail_attempt(self, TRUE, "the signalling address cannot be used");
        break;
    case ATTEMPT_CONNECTED:
        handle(self,
               (OysterReconnectInput){
                   .kind = RECONNECT_ATTEMPT_CONNECTED,
                   .attempt = event->attempt,
               },
               NULL);
        break;
    case ATTEMPT_FAILED:
        fail_attempt(self, FALSE, event->text);
        break;
    case ATTEMPT_MICROPHONE_FAILED:
        sink_log(self->sink, OYSTER_LOG_LEVEL_INFO,
                 "the microphone failed, the engine sends silence: %s", event->text);
        attempt_set_microphone(self->attempt, FALSE);
        break;
    }
}

static void on_attempt_event(void *context, guint attempt, OysterAttemptEvent event,
                             const char *text) {
    stream_post(context, (OysterTask){.run = handle_attempt_event,
                                      .attempt = attempt,
                                      .value = (int)event,
                                      .text = g_strdup(text)});
}

/* Performing the state machine's actions. */

static gboolean on_retry(gpointer context) {
    OysterStream *self = context;
    g_clear_pointer(&self->retry_timer, g_source_unref);
    handle(self, (OysterReconnectInput){.kind = RECONNECT_RETRY}, NULL);
    return G_SOURCE_REMOVE;
}

static void set_retry_timer(OysterStream *self, gint64 after_us) {
    self->retry_timer = g_timeout_source_new((guint)(after_us / 1000));
    g_source_set_callback(self->retry_timer, on_retry, stream_ref(self), stream_unref);
    g_source_attach(self->retry_timer, self->context);
}

static void cancel_retry_timer(OysterStream *self) {
    if (self->retry_timer != NULL)
        g_source_destroy(self->retry_timer);
    g_clear_pointer(&self->retry_timer, g_source_unref);
}

static void end_attempt(OysterStream *self) {
    set_command_attempt(self, NULL);
    if (self->attempt != NULL && !attempt_close(self->attempt))
        sink_log(self->sink, OYSTER_LOG_LEVEL_ERROR, "a pipeline did not stop within 2 s");
    self->attempt = NULL;
    signalling_delete(self, self->resource_url);
    g_clear_pointer(&self->resource_url, g_free);
}

static void start_attempt(OysterStream *self) {
    const char *shortage = resource_check(NULL);
    if (shortage != NULL) {
        fail_attempt(self, FALSE, shortage);
        return;
    }
    self->attempt = attempt_start(self->reconnect.attempt, self->config, self->receiver,
                                  on_attempt_event, self);
    if (self->attempt == NULL)
        fail_attempt(self, TRUE, "GStreamer cannot create or link the elements of a connection");
    else
        set_command_attempt(self, self->attempt);
}

static void use_connection(OysterStream *self) {
    stats_connected(self->stats);
    // Not earlier: the threads of audio elements block until audio can be sent, and the
    // microphone's would block as well.
    if (self->wants_microphone)
        attempt_set_microphone(self->attempt, TRUE);
}

static void log_reason(OysterStream *self, const OysterReconnectActions *actions,
                       const char *reason) {
    if (actions->reports_failure)
        sink_log(self->sink, OYSTER_LOG_LEVEL_WARNING, "%s", reason);
    else if (actions->retry_after_us >= 0)
        sink_log(self->sink, OYSTER_LOG_LEVEL_WARNING,
                 "%s; the engine connects again in %" G_GINT64_FORMAT " ms", reason,
                 actions->retry_after_us / 1000);
}

static void perform(OysterStream *self, const OysterReconnectActions *actions, const char *reason) {
    if (actions->reason != NULL)
        reason = actions->reason;
    if (actions->cancels_retry)
        cancel_retry_timer(self);
    if (actions->ends_attempt)
        end_attempt(self);
    if (actions->uses_connection)
        use_connection(self);
    log_reason(self, actions, reason);
    if (actions->reports_failure)
        sink_failure(self->sink, reason);
    if (actions->reported_state != 0)
        sink_state(self->sink, actions->reported_state);
    if (actions->retry_after_us >= 0)
        set_retry_timer(self, actions->retry_after_us);
    if (actions->starts_attempt)
        start_attempt(self);
    if (actions->polls_microphone)
        attempt_poll_microphone(self->attempt);
    if (actions->requests_stats)
        attempt_request_stats(self->attempt);
}

/** `reason`: of a failure; the state machine may know a better one. */
static void handle(OysterStream *self, OysterReconnectInput input, const char *reason) {
    input.now_us = g_get_monotonic_time();
    const OysterReconnectActions actions = reconnect_handle(&self->reconnect, input);
    perform(self, &actions, reason);
}

void supervisor_start(OysterStream *self) {
    handle(self, (OysterReconnectInput){.kind = RECONNECT_START}, NULL);
}

void supervisor_refuse(OysterStream *self, const char *reason) {
    fail_attempt(self, TRUE, reason);
}

void supervisor_tick(OysterStream *self) {
    OysterReconnectInput input = {.kind = RECONNECT_TICK};
    if (self->attempt != NULL) {
        input.last_packet_us = attempt_last_packet_us(self->attempt);
        input.last_frame_us = stats_last_frame_us(self->stats);
    }
    handle(self, input, NULL);
}

void supervisor_set_microphone(OysterStream *self, gboolean is_on) {
    self->wants_microphone = is_on;
    if (self->reconnect.phase == RECONNECT_CONNECTED)
        attempt_set_microphone(self->attempt, is_on);
}

void supervisor_stop(OysterStream *self) {
    handle(self, (OysterReconnectInput){.kind = RECONNECT_STOP}, NULL);
}
