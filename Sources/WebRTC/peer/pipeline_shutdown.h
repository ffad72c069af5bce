/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OYSTER_PIPELINE_SHUTDOWN_H
#define OYSTER_PIPELINE_SHUTDOWN_H

#include <gst/gst.h>

/** Sets a pipeline to NULL. That waits for its threads, so a thread of its own does it; when they
 *  hang, it is left behind after two seconds, and the answer is FALSE. */
gboolean pipeline_stop(GstElement *pipeline);

/** Gives a stopped pipeline back, on the thread of GStreamer's system clock; waits for that, two
 *  seconds at most. A DTLS connection has timers there, which own it as the pipeline does. Were
 *  the last two references dropped by two threads at the same moment, both would clear the signal
 *  handlers between connection and element: GLib 2.74 then writes to freed memory. */
void pipeline_unref(GstElement *pipeline);

#endif
