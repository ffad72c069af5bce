/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file exit_registry.h
 * The streams whose threads run, for the exit of the process: an atexit handler stops them and
 * waits up to 1.7 s, because GStreamer's threads must not run while libraries are torn down.
 */
#ifndef OYSTER_EXIT_REGISTRY_H
#define OYSTER_EXIT_REGISTRY_H

#include <glib.h>

/** Adds a stream before its thread starts. When the process exits, `stop` is called with it; then
 *  exit_registry_remove() must follow. FALSE once the process exits: do not start. */
gboolean exit_registry_add(void *stream, void (*stop)(void *stream));
void exit_registry_remove(void *stream);

/** FALSE once the process exits. The exit waits until GStreamer is loaded if that began after the
 *  first call of this function. */
gboolean exit_registry_allows_start(void);

/** The stream's own thread calls the first when it begins to end, and the second as its last act.
 *  The exit of the process waits for the second, because the thread still runs library code. */
void exit_registry_thread_ending(void *stream);
void exit_registry_thread_ended(void);

/** Joins the threads that have ended since the last call. */
void exit_registry_join_threads(void);

#endif
