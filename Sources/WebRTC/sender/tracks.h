/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OYSTER_TRACKS_H
#define OYSTER_TRACKS_H

#include "../../CGatewayMedia/gateway_media.h"
#include "../peer/peer.h"

/** Adds a VP8 track with a payload type; tells where pictures go in, and the encoder. */
gboolean tracks_add_video(OysterPeer *peer, const oyster_media_options *options, int payload,
                          GstElement **pictures, GstElement **encoder);

/** Adds an Opus track with a quiet tone, so that clients have something to hear. */
gboolean tracks_add_audio(OysterPeer *peer, int payload);

/** Makes the next picture a key picture. */
void tracks_force_key_frame(GstElement *encoder);

#endif
