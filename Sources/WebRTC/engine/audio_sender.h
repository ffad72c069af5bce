/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file audio_sender.h
 * The audio track that the client sends: the microphone, or silence, which makes the client a
 * publisher. A missing or failing microphone is replaced by silence and never ends the stream.
 *
 * Called by the stream's thread, unless a function says otherwise.
 */
#ifndef OYSTER_AUDIO_SENDER_H
#define OYSTER_AUDIO_SENDER_H

#include "../peer/peer.h"
#include "sink.h"

typedef struct OysterAudioSender OysterAudioSender;

/** Adds the track, before peer_offer(); NULL when an element cannot be created or linked. */
OysterAudioSender *audio_sender_new(OysterPeer *peer, OysterSink *sink);

/** Starts to open the microphone, or releases it. */
void audio_sender_set_microphone(OysterAudioSender *self, gboolean is_on);

/** Uses a microphone that has been opened since; called every TICK_MS. */
void audio_sender_poll_microphone(OysterAudioSender *self);

/** Whether an element is part of a microphone, also of one that is being released. Any thread. */
gboolean audio_sender_is_microphone(GstObject *source);

/** After peer_close(). */
void audio_sender_free(OysterAudioSender *self);

#endif
