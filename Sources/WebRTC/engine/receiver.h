/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file receiver.h
 * The tracks that come in over one connection: pictures and sound on their way to the host.
 *
 * Used from GStreamer's threads through the peer's events; the recording from any thread.
 */
#ifndef OYSTER_RECEIVER_H
#define OYSTER_RECEIVER_H

#include "../peer/peer.h"
#include "measures.h"
#include "outlet.h"
#include "recorder.h"

/** Where a stream's tracks lead, over all its connections. Reference-counted. */
typedef struct receiver receiver;

receiver *receiver_new(outlet *outlet, measures *measures, gboolean plays_audio);
receiver *receiver_hold(receiver *self);
void receiver_drop(void *self);

/** Links a track of the other side. */
void receiver_track(receiver *self, peer *peer, GstPad *pad);

/** Takes a recorder over, or none; finishes the former one. */
void receiver_record(receiver *self, recorder *recorder);
/** Gives a recorder up that has failed. */
void receiver_drop_failed_recorder(receiver *self);

/** The server sends audio, or may begin to. */
void receiver_expect_audio(receiver *self);

/* For video.c and sound.c. */

outlet *receiver_outlet(receiver *self);
measures *receiver_measures(receiver *self);
gboolean receiver_plays_audio(receiver *self);
/** The current recorder, held; NULL when there is none, or when it has failed. */
recorder *receiver_recorder(receiver *self);
/** Whether a recording gets a track for audio. */
gboolean receiver_expects_audio(receiver *self);
/** Presentation time since the first picture or sound of the join, never going back. */
gint64 receiver_time_us(receiver *self, gint64 *last_us);

gboolean video_attach(receiver *self, peer *peer, GstPad *track, const char *encoding);
gboolean sound_attach(receiver *self, peer *peer, GstPad *track);

#endif
