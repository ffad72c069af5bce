/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file data_channels.h
 * The two data channels of a peer connection. The side that offers creates them; the other side
 * uses them when they arrive.
 */
#ifndef OYSTER_DATA_CHANNELS_H
#define OYSTER_DATA_CHANNELS_H

#include "peer_private.h"

/** Creates both channels; FALSE when webrtcbin refuses. */
gboolean data_channels_create(OysterPeer *self);

/** Uses the channels that the other side opens. */
void data_channels_watch(OysterPeer *self);

/** FALSE when the channel is not open. Any thread. */
gboolean data_channels_send(OysterPeer *self, OysterDataChannel channel, const char *text);

/** Releases the channels of a closed peer. */
void data_channels_clear(OysterPeer *self);

#endif
