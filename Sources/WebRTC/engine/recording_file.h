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

#include "outlet.h"

typedef struct recording_file recording_file;

/** Touches no file yet. */
recording_file *recording_file_new(const char *path, outlet *outlet);
recording_file *recording_file_ref(recording_file *self);
void recording_file_unref(void *self);

/** Opens the file, or fails; an existing file keeps its content until recording_file_clear(). May
 *  wait for the file system. */
void recording_file_open(recording_file *self);
/** Drops what the file held before. */
void recording_file_clear(recording_file *self);

void recording_file_seek(recording_file *self, guint64 position);
/** Writes all of it, or fails; does nothing after a failure. No signal reaches the host, also not
 *  SIGXFSZ at a limit of file sizes. */
void recording_file_write(recording_file *self, const void *data, gsize length);

/** Reports a failure unless there was one before. */
void recording_file_fail(recording_file *self, const char *reason);
gboolean recording_file_has_failed(recording_file *self);

const char *recording_file_path(recording_file *self);
/** How many bytes the file has. */
guint64 recording_file_bytes(recording_file *self);

#endif
