/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file receiver.h
 * What the received tracks of a stream share, over all its connections: where frames and audio go,
 * the recorder, and the clock of presentation times.
 *
 * Reference-counted; every function from any thread, unless it says otherwise.
 */
#ifndef OYSTER_RECEIVER_H
#define OYSTER_RECEIVER_H

#include "recorder.h"
#include "sink.h"
#include "stats.h"

typedef struct OysterReceiver OysterReceiver;

OysterReceiver *receiver_new(OysterSink *sink, OysterStats *stats, gboolean plays_audio);
OysterReceiver *receiver_ref(OysterReceiver *self);
void receiver_unref(void *self);

OysterSink *receiver_sink(OysterReceiver *self);
OysterStats *receiver_stats(OysterReceiver *self);
/** Whether audio is played on the default output. */
gboolean receiver_plays_audio(OysterReceiver *self);

/** Replaces the recorder and finishes the former one. Takes the reference over; NULL: none. Called
 *  by the stream's thread. */
void receiver_set_recorder(OysterReceiver *self, OysterRecorder *recorder);
/** Removes a recorder that has failed. Called by the stream's thread. */
void receiver_discard_failed_recorder(OysterReceiver *self);
/** A new reference to the current recorder; NULL when there is none, or when it has failed. */
OysterRecorder *receiver_recorder(OysterReceiver *self);

/** Records that the server sends audio, or may send it: recordings get an audio track. */
void receiver_expect_audio(OysterReceiver *self);
gboolean receiver_expects_audio(OysterReceiver *self);

/** The current presentation time of a track: microseconds since the first frame or audio of the
 *  join, greater than `last_us`, which is updated. */
gint64 receiver_next_time_us(OysterReceiver *self, gint64 *last_us);

#endif
