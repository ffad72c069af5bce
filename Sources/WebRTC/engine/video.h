/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OYSTER_VIDEO_H
#define OYSTER_VIDEO_H

#include "../peer/peer.h"
#include "receiver.h"

/** Receives a video track: `encoding` is the encoding-name of its RTP caps. FALSE when the engine
 *  does not decode that, or an element cannot be created or linked. */
gboolean video_attach(OysterReceiver *receiver, OysterPeer *peer, GstPad *track,
                      const char *encoding);

#endif
