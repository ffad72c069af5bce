/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file pipeline_shutdown.h
 * Stops and releases GStreamer pipelines whose threads may block.
 */
#ifndef OYSTER_PIPELINE_SHUTDOWN_H
#define OYSTER_PIPELINE_SHUTDOWN_H

#include <gst/gst.h>

/** Sets a pipeline to NULL, which waits for its threads, on a thread of its own. FALSE after two
 *  seconds: that thread continues to wait, and the pipeline's threads still run. */
gboolean pipeline_stop(GstElement *pipeline);

/** Releases a reference to a stopped pipeline on the thread of GStreamer's system clock, and waits
 *  up to two seconds for that. The timers of a DTLS connection run on that thread and own the
 *  connection, as the pipeline does. If two threads dropped the last two references at the same
 *  time, both would clear the signal handlers between the connection and its element; GLib 2.74
 *  then writes to freed memory. */
void pipeline_unref(GstElement *pipeline);

#endif
