/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OYSTER_STOPPING_H
#define OYSTER_STOPPING_H

#include <gst/gst.h>

/** Sets a pipeline to NULL. That waits for its threads, so a thread of its own does it; when they
 *  hang, it is left behind after two seconds, and the answer is FALSE. */
gboolean pipeline_stop(GstElement *pipeline);

#endif
