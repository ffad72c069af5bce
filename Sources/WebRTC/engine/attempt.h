/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file attempt.h
 * One connection attempt: a peer connection, the audio that it sends, and the tracks that it
 * receives. A stream starts a new attempt after each loss.
 */
#ifndef OYSTER_ATTEMPT_H
#define OYSTER_ATTEMPT_H

#include "../peer/sdp_sanitizer.h"
#include "receiver.h"
#include "rtc_config.h"

typedef struct OysterAttempt OysterAttempt;

typedef enum OysterAttemptEvent {
    /** `text` is the SDP offer. */
    ATTEMPT_OFFERED,
    ATTEMPT_CONNECTED,
    /** `text` is the reason. */
    ATTEMPT_FAILED,
    /** `text` is the reason. The connection stays. */
    ATTEMPT_MICROPHONE_FAILED
} OysterAttemptEvent;

/** Called from any thread, also inside attempt_start(). `text` is borrowed. */
typedef void (*OysterAttemptFn)(void *context, guint number, OysterAttemptEvent event,
                                const char *text);

/** Starts an attempt; NULL when an element cannot be created or linked. Each event comes with
 *  `number`. */
OysterAttempt *attempt_start(guint number, const OysterRtcConfig *config, OysterReceiver *receiver,
                             OysterAttemptFn on_event, void *context);

/** Takes the server's SDP answer; returns why it cannot be used. */
OysterAnswerError attempt_accept_answer(OysterAttempt *self, const char *answer);

void attempt_set_microphone(OysterAttempt *self, gboolean is_on);
/** Continues to open the microphone if it is on. */
void attempt_poll_microphone(OysterAttempt *self);

/** FALSE when the data channel is not open. Any thread, before attempt_close(). */
gboolean attempt_send_command(OysterAttempt *self, const oyster_stream_command *command);

/** When the last packet of the server arrived, in g_get_monotonic_time(); 0 before the first. */
gint64 attempt_last_packet_us(OysterAttempt *self);

/** Requests the transport's statistics, which reach the receiver's OysterStats later. */
void attempt_request_stats(OysterAttempt *self);

/** Ends the attempt and frees it. Waits up to two seconds for GStreamer's threads; FALSE when some
 *  still run. */
gboolean attempt_close(OysterAttempt *self);

#endif
