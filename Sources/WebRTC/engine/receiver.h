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
#include "stats.h"
#include "sink.h"
#include "recorder.h"

/** Where a stream's tracks lead, over all its connections. Reference-counted. */
typedef struct OysterReceiver OysterReceiver;

OysterReceiver *receiver_new(OysterSink *sink, OysterStats *stats, gboolean plays_audio);
OysterReceiver *receiver_ref(OysterReceiver *self);
void receiver_unref(void *self);

/** Links a track of the other side. */
void receiver_add_track(OysterReceiver *self, OysterPeer *peer, GstPad *pad);

/** Takes a recorder over, or none; finishes the former one. */
void receiver_set_recorder(OysterReceiver *self, OysterRecorder *recorder);
/** Gives a recorder up that has failed. */
void receiver_discard_failed_recorder(OysterReceiver *self);

/** The server sends audio, or may begin to. */
void receiver_expect_audio(OysterReceiver *self);

/* For video.c and audio.c. */

OysterSink *receiver_sink(OysterReceiver *self);
OysterStats *receiver_stats(OysterReceiver *self);
gboolean receiver_plays_audio(OysterReceiver *self);
/** The current recorder, held; NULL when there is none, or when it has failed. */
OysterRecorder *receiver_recorder(OysterReceiver *self);
/** Whether a recording gets a track for audio. */
gboolean receiver_expects_audio(OysterReceiver *self);
/** Presentation time since the first picture or sound of the join, never going back. */
gint64 receiver_next_time_us(OysterReceiver *self, gint64 *last_us);

gboolean video_attach(OysterReceiver *self, OysterPeer *peer, GstPad *track, const char *encoding);
gboolean audio_attach(OysterReceiver *self, OysterPeer *peer, GstPad *track);

#endif
