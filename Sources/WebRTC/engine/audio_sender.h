/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file audio_sender.h
 * The audio track that is sent: silence, which makes the client a publisher, or the microphone.
 * A missing or failing microphone is silence again, and never trouble of the travel.
 */
#ifndef OYSTER_AUDIO_SENDER_H
#define OYSTER_AUDIO_SENDER_H

#include "../peer/peer.h"
#include "sink.h"

typedef struct OysterAudioSender OysterAudioSender;

/** Adds the track; NULL when an element is missing. Call before peer_offer(). */
OysterAudioSender *audio_sender_new(OysterPeer *peer, OysterSink *sink);

/** Begins to take the microphone, or gives it back to the system. */
void audio_sender_set_microphone(OysterAudioSender *self, gboolean is_on);

/** Goes on taking it, when the sound server has answered; called every TICK_MS. */
void audio_sender_poll_microphone(OysterAudioSender *self);

/** Whether a failed element is part of a microphone, also of one that is being given back. Any
 *  thread. */
gboolean audio_sender_is_microphone(GstObject *source);

/** After the peer has been closed. */
void audio_sender_free(OysterAudioSender *self);

#endif
