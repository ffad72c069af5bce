/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file link.h
 * One attempt at a connection: a peer, its sending track, and what it tells, as notes for the
 * stream's own thread. A stream makes a new link after each loss.
 */
#ifndef OYSTER_LINK_H
#define OYSTER_LINK_H

#include "channel.h"
#include "receiver.h"

typedef struct media_link media_link;

typedef enum link_event {
    /** `text` is the offer. */
    LINK_DESCRIBED,
    LINK_CONNECTED,
    /** `text` is the reason. */
    LINK_FAILED,
    LINK_MICROPHONE_FAILED
} link_event;

/** Called from any thread, also inside link_open(). */
typedef void (*link_told_fn)(void *context, guint number, link_event event, const char *text);

/** Begins; NULL when GStreamer lacks something. `number` comes back with every event. */
media_link *link_open(guint number, const channel *channel, receiver *receiver, link_told_fn told,
                      void *context);

/** The server's answer; returns what is wrong with it. */
answer_error link_accept(media_link *self, const char *answer);

void link_set_microphone(media_link *self, gboolean is_on);
/** Takes a microphone that has answered. */
void link_look_for_microphone(media_link *self);

/** FALSE when the data channel is not open. Any thread before link_close(). */
gboolean link_send(media_link *self, const oyster_stream_command *command);

gint64 link_last_packet_us(media_link *self);

/** Asks for the transport's figures. */
void link_measure(media_link *self);

/** Ends it. Waits up to two seconds; FALSE when threads were left behind. */
gboolean link_close(media_link *self);

#endif
