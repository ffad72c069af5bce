/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file recorder.h
 * Writes encoded pictures and sound into a WebM file (H.264: Matroska), in a pipeline of its own,
 * so that a full disk never harms the stream. Reference-counted; every function from any thread.
 */
#ifndef OYSTER_RECORDER_H
#define OYSTER_RECORDER_H

#include <gst/gst.h>

typedef struct recorder recorder;

/** Prepares to write; NULL when the file cannot be created. */
recorder *recorder_new(const char *path);
recorder *recorder_hold(recorder *self);
void recorder_drop(void *self);

/** An encoded picture on its way out of a pad; those before the first key picture are not written.
 *  TRUE as long as that is missing. */
gboolean recorder_picture(recorder *self, GstPad *from, GstBuffer *buffer);
/** Encoded sound; written when there was any before the first key picture. */
void recorder_sound(recorder *self, GstPad *from, GstBuffer *buffer);

/** Whether writing has failed since this was last asked. */
gboolean recorder_take_failure(recorder *self);

/** The file's path, valid as long as the recorder, and how many bytes it has so far. */
const char *recorder_path(recorder *self);
guint64 recorder_bytes(recorder *self);

/** Completes the file; waits up to a second for it. */
void recorder_finish(recorder *self);

#endif
