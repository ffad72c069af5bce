/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file exit_registry.h
 * The streams that have threads, for the exit of the process: GStreamer's threads must not run
 * while libraries are taken down.
 */
#ifndef OYSTER_EXIT_REGISTRY_H
#define OYSTER_EXIT_REGISTRY_H

#include <glib.h>

/** Before the stream has a thread; FALSE when the process ends, and nothing may start any more. */
gboolean exit_registry_add(void *stream);
/** FALSE once the process ends. From the first call on the exit of the process waits for GStreamer
 *  to be loaded. */
gboolean exit_registry_allows_start(void);
void exit_registry_remove(void *stream);

/** From a stream's own thread, when it begins to end; exit_registry_thread_ended() is the last that
 * it does. An exit of the process waits for what is between: the thread still has parts of
 * libraries. */
void exit_registry_thread_ending(void *stream);
void exit_registry_thread_ended(void);
/** Joins the threads that have ended so far. */
void exit_registry_join_threads(void);

/** Begins to stop for good, without a word to anybody; of stream.c. */
void stream_stop(void *stream);

#endif
