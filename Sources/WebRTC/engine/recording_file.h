/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file recording_file.h
 * The file of a recording. It reports its first failure to the host, once, with the reason.
 *
 * Reference-counted: threads that hang in a write keep it. recording_file_seek() and
 * recording_file_write() one at a time; the rest from any thread.
 */
#ifndef OYSTER_RECORDING_FILE_H
#define OYSTER_RECORDING_FILE_H

#include "sink.h"

typedef struct OysterRecordingFile OysterRecordingFile;

/** Touches no file yet. */
OysterRecordingFile *recording_file_new(const char *path, OysterSink *sink);
OysterRecordingFile *recording_file_ref(OysterRecordingFile *self);
void recording_file_unref(void *self);

/** Opens the file, or fails; an existing file keeps its content until recording_file_clear(). May
 *  wait for the file system. */
void recording_file_open(OysterRecordingFile *self);
/** Drops what the file held before. */
void recording_file_clear(OysterRecordingFile *self);

void recording_file_seek(OysterRecordingFile *self, guint64 position);
/** Writes all of it, or fails; does nothing after a failure. No signal reaches the host, also not
 *  SIGXFSZ at a limit of file sizes. */
void recording_file_write(OysterRecordingFile *self, const void *data, gsize length);

/** Reports a failure unless there was one before. */
void recording_file_fail(OysterRecordingFile *self, const char *reason);
gboolean recording_file_has_failed(OysterRecordingFile *self);

const char *recording_file_path(OysterRecordingFile *self);
/** How many bytes the file has. */
guint64 recording_file_bytes(OysterRecordingFile *self);

#endif
