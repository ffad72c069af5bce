/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file recorder.h
 * Writes encoded frames and audio into a WebM, Matroska or MP4 file, in a pipeline of its own, so
 * that a full disk never affects the stream. The first failure is reported to the host.
 * Reference-counted; every function from any thread.
 */
#ifndef OYSTER_RECORDER_H
#define OYSTER_RECORDER_H

#include <gst/gst.h>

#include "sink.h"

typedef struct OysterRecorder OysterRecorder;

/** Does not open the file. */
OysterRecorder *recorder_new(const char *path, OysterSink *sink);
OysterRecorder *recorder_ref(OysterRecorder *self);
void recorder_unref(void *self);

/** Opens the file; may wait for the file system. */
void recorder_open(OysterRecorder *self);

/** Writes an encoded frame that leaves the pad `from`; the file starts with the first key frame.
 *  `has_audio`: the file gets an audio track. TRUE while the recorder waits for a key frame. */
gboolean recorder_write_frame(OysterRecorder *self, GstPad *from, GstBuffer *buffer,
                              gboolean has_audio);
/** Writes encoded audio that leaves the pad `from`. Gaps in the audio become silence. */
void recorder_write_audio(OysterRecorder *self, GstPad *from, GstBuffer *buffer);

/** Whether the recording failed: the failure was reported, and nothing is written any more. */
gboolean recorder_has_failed(OysterRecorder *self);

/** The file's path, valid as long as the recorder, and its current size. */
const char *recorder_path(OysterRecorder *self);
guint64 recorder_bytes(OysterRecorder *self);

/** Completes the file; waits up to one second for the muxer. */
void recorder_finish(OysterRecorder *self);

#endif
