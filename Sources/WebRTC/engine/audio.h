/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OYSTER_AUDIO_H
#define OYSTER_AUDIO_H

#include "../peer/peer.h"
#include "receiver.h"

/** Receives an audio track, which is Opus. FALSE when an element cannot be created or linked. */
gboolean audio_attach(OysterReceiver *receiver, OysterPeer *peer, GstPad *track);

#endif
