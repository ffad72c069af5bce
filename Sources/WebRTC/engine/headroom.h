/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file headroom.h
 * Whether the process may have as much as a connection takes: GLib ends the process that runs out
 * of descriptors or threads.
 */
#ifndef OYSTER_HEADROOM_H
#define OYSTER_HEADROOM_H

#include <glib.h>

/** Whether there is room for a connection's descriptors. Any thread. */
gboolean headroom_for_descriptors(void);

/** Whether there is room for a connection's threads; starts and ends as many. Any thread. */
gboolean headroom_for_threads(void);

#endif
