/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file living.h
 * The streams that have threads, for the exit of the process: GStreamer's threads must not run
 * while libraries are taken down.
 */
#ifndef OYSTER_LIVING_H
#define OYSTER_LIVING_H

#include <glib.h>

/** Before the stream has a thread; FALSE when the process ends, and nothing may start any more. */
gboolean living_add(void *stream);
/** FALSE once the process ends. From the first call on the exit of the process waits for GStreamer
 *  to be loaded. */
gboolean living_may_begin(void);
void living_remove(void *stream);

/** From a stream's own thread, when it begins to end; living_end_thread() is the last that it does.
 *  An exit of the process waits for what is between: the thread still has parts of libraries. */
void living_leave(void *stream);
void living_end_thread(void);
/** Joins the threads that have ended so far. */
void living_join_ended(void);

/** Begins to stop for good, without a word to anybody; of stream.c. */
void stream_stop(void *stream);

#endif
