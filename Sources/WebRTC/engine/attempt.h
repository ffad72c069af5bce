/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attempt.h
 * One attempt at a connection: a peer, its sending track, and what it tells, as notes for the
 * stream's own thread. A stream makes a new link after each loss.
 */
#ifndef OYSTER_ATTEMPT_H
#define OYSTER_ATTEMPT_H

#include "rtc_config.h"
#include "receiver.h"

typedef struct OysterAttempt OysterAttempt;

typedef enum OysterAttemptEvent {
    /** `text` is the offer. */
    ATTEMPT_OFFERED,
    ATTEMPT_CONNECTED,
    /** `text` is the reason. */
    ATTEMPT_FAILED,
    ATTEMPT_MICROPHONE_FAILED
} OysterAttemptEvent;

/** Called from any thread, also inside attempt_start(). */
typedef void (*OysterAttemptFn)(void *context, guint number, OysterAttemptEvent event,
                                const char *text);

/** Begins; NULL when GStreamer lacks something. `number` comes back with every event. */
OysterAttempt *attempt_start(guint number, const OysterRtcConfig *channel, OysterReceiver *receiver,
                             OysterAttemptFn on_event, void *context);

/** The server's answer; returns what is wrong with it. */
OysterAnswerError attempt_accept_answer(OysterAttempt *self, const char *answer);

void attempt_set_microphone(OysterAttempt *self, gboolean is_on);
/** Takes a microphone that has answered. */
void attempt_poll_microphone(OysterAttempt *self);

/** FALSE when the data channel is not open. Any thread before attempt_close(). */
gboolean attempt_send_command(OysterAttempt *self, const oyster_stream_command *command);

gint64 attempt_last_packet_us(OysterAttempt *self);

/** Asks for the transport's figures. */
void attempt_request_stats(OysterAttempt *self);

/** Ends it. Waits up to two seconds; FALSE when threads were left behind. */
gboolean attempt_close(OysterAttempt *self);

#endif
