/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file audio_sink.h
 * Plays decoded sound on the default output, in a pipeline of its own: a missing or failing output
 * never stops the stream. One thread at a time.
 */
#ifndef OYSTER_AUDIO_SINK_H
#define OYSTER_AUDIO_SINK_H

#include "sink.h"

#include <gst/gst.h>

typedef struct OysterAudioSink OysterAudioSink;

/** NULL when there is no output; that is logged. */
OysterAudioSink *audio_sink_new(OysterSink *sink);

/** Plays sound with its caps; the buffer is not kept longer than it sounds. */
void audio_sink_play(OysterAudioSink *self, GstCaps *caps, GstBuffer *buffer);

void audio_sink_free(OysterAudioSink *self);

#endif
