/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file recording_file.h
 * The file of a recording, which reports its first failure to the host.
 *
 * Reference-counted: a thread that blocks in a write keeps a reference. recording_file_seek() and
 * recording_file_write() are called by one thread at a time, the other functions from any thread.
 */
#ifndef OYSTER_RECORDING_FILE_H
#define OYSTER_RECORDING_FILE_H

#include "sink.h"

typedef struct OysterRecordingFile OysterRecordingFile;

/** Does not open the file. */
OysterRecordingFile *recording_file_new(const char *path, OysterSink *sink);
OysterRecordingFile *recording_file_ref(OysterRecordingFile *self);
void recording_file_unref(void *self);

/** Opens the file, or fails. An existing file keeps its content until recording_file_clear(). May
 *  wait for the file system. */
void recording_file_open(OysterRecordingFile *self);
/** Deletes the former content of the file. */
void recording_file_clear(OysterRecordingFile *self);

void recording_file_seek(OysterRecordingFile *self, guint64 position);
/** Writes all bytes, or fails; does nothing after a failure. At a limit of the file size the host
 *  gets no SIGXFSZ. */
void recording_file_write(OysterRecordingFile *self, const void *data, gsize length);

/** Reports the first failure to the host; later ones are ignored. */
void recording_file_fail(OysterRecordingFile *self, const char *reason);
gboolean recording_file_has_failed(OysterRecordingFile *self);

const char *recording_file_path(OysterRecordingFile *self);
/** The current size of the file. */
guint64 recording_file_bytes(OysterRecordingFile *self);

#endif
