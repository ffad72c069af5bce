/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file audio_sink.h
 * Plays decoded audio on the default output, in a pipeline of its own, so that a missing or failing
 * output never ends the stream. One thread at a time.
 */
#ifndef OYSTER_AUDIO_SINK_H
#define OYSTER_AUDIO_SINK_H

#include <gst/gst.h>

#include "sink.h"

typedef struct OysterAudioSink OysterAudioSink;

/** NULL without a working output; the reason is logged. */
OysterAudioSink *audio_sink_new(OysterSink *sink);

/** Plays a buffer of raw audio with these caps. */
void audio_sink_play(OysterAudioSink *self, GstCaps *caps, GstBuffer *buffer);

void audio_sink_free(OysterAudioSink *self);

#endif
