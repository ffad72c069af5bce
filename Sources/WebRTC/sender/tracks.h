/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file tracks.h
 * The video and audio tracks that a viewer receives.
 */
#ifndef OYSTER_TRACKS_H
#define OYSTER_TRACKS_H

#include "../../CGatewayMedia/gateway_media.h"
#include "../peer/peer.h"

/** Adds a VP8 track with a payload type; returns the appsrc for raw frames and the encoder, both
 *  borrowed. FALSE when an element cannot be created or linked. */
gboolean tracks_add_video(OysterPeer *peer, const oyster_media_options *options, int payload,
                          GstElement **frames, GstElement **encoder);

/** Adds an Opus track with a quiet tone. FALSE when an element cannot be created or linked. */
gboolean tracks_add_audio(OysterPeer *peer, int payload);

/** Makes the next frame a key frame. */
void tracks_force_key_frame(GstElement *encoder);

#endif
