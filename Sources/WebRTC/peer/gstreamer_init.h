/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file gstreamer_init.h
 * Loads GStreamer without side effects on the host: signal handlers and the descriptors of child
 * processes stay as the host wants them.
 */
#ifndef OYSTER_GSTREAMER_INIT_H
#define OYSTER_GSTREAMER_INIT_H

/** Loads GStreamer, and checks the elements of every peer connection and those of a NULL-terminated
 *  list. NULL, or what is missing with the names of Debian's packages (static text). Any thread;
 *  may take seconds the first time on a machine. */
const char *gstreamer_init(const char *const *elements);

/** Waits until gstreamer_init() has returned on every thread, and makes it fail from then on:
 *  GStreamer must not be loaded while the process exits. */
void gstreamer_init_shut_down(void);

#endif
