/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file resource_check.h
 * Whether the process may have as much as a connection takes: GLib ends the process that runs out
 * of descriptors or threads.
 */
#ifndef OYSTER_RESOURCE_CHECK_H
#define OYSTER_RESOURCE_CHECK_H

#include <glib.h>

/** Whether there is room for a connection's descriptors. Any thread. */
gboolean headroom_for_descriptors(void);

/** Whether there is room for a connection's threads; starts and ends as many. Any thread. */
gboolean headroom_for_threads(void);

#endif
