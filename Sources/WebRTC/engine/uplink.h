/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file uplink.h
 * The audio track that is sent: silence, which makes the client a publisher, or the microphone.
 * A missing or failing microphone is silence again, and never trouble of the travel.
 */
#ifndef OYSTER_UPLINK_H
#define OYSTER_UPLINK_H

#include "../peer/peer.h"
#include "outlet.h"

typedef struct uplink uplink;

/** Adds the track; NULL when an element is missing. Call before peer_offer(). */
uplink *uplink_new(peer *peer, outlet *outlet);

/** Begins to take the microphone, or gives it back to the system. */
void uplink_set_microphone(uplink *self, gboolean is_on);

/** Goes on taking it, when the sound server has answered; called every TICK_MS. */
void uplink_look(uplink *self);

/** Whether a failed element is part of a microphone, also of one that is being given back. Any
 *  thread. */
gboolean uplink_is_microphone(GstObject *source);

/** After the peer has been closed. */
void uplink_free(uplink *self);

#endif
