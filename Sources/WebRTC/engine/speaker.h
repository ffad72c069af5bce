/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file speaker.h
 * Plays decoded sound on the default output, in a pipeline of its own: a missing or failing output
 * never stops the stream. One thread at a time.
 */
#ifndef OYSTER_SPEAKER_H
#define OYSTER_SPEAKER_H

#include "outlet.h"

#include <gst/gst.h>

typedef struct speaker speaker;

/** NULL when there is no output; that is logged. */
speaker *speaker_new(outlet *outlet);

/** Plays sound with its caps; the buffer is not kept longer than it sounds. */
void speaker_play(speaker *self, GstCaps *caps, GstBuffer *buffer);

void speaker_free(speaker *self);

#endif
