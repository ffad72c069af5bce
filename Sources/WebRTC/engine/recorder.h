/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file recorder.h
 * Writes encoded frames and audio into a WebM, Matroska or MP4 file, in a pipeline of its own, so
 * that a full disk never harms the stream. What fails is reported to the host, once.
 * Reference-counted; every function from any thread.
 */
#ifndef OYSTER_RECORDER_H
#define OYSTER_RECORDER_H

#include <gst/gst.h>

#include "sink.h"

typedef struct OysterRecorder OysterRecorder;

/** Opens nothing yet. */
OysterRecorder *recorder_new(const char *path, OysterSink *sink);
OysterRecorder *recorder_ref(OysterRecorder *self);
void recorder_unref(void *self);

/** Opens the file; may wait for the file system. */
void recorder_open(OysterRecorder *self);

/** An encoded frame on its way out of a pad; those before the first key frame are not written.
 *  `has_audio`: the file gets a track for audio. TRUE as long as a key frame is missing. */
gboolean recorder_write_frame(OysterRecorder *self, GstPad *from, GstBuffer *buffer,
                              gboolean has_audio);
/** Encoded audio; where it pauses the file holds silence. */
void recorder_write_audio(OysterRecorder *self, GstPad *from, GstBuffer *buffer);

/** Whether nothing is written any more: the failure was reported. */
gboolean recorder_has_failed(OysterRecorder *self);

/** The file's path, valid as long as the recorder, and how many bytes it has so far. */
const char *recorder_path(OysterRecorder *self);
guint64 recorder_bytes(OysterRecorder *self);

/** Completes the file; waits up to a second for it. */
void recorder_finish(OysterRecorder *self);

#endif
