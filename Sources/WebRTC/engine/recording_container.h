/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file recording_container.h
 * The containers of recordings, named by the ending of the file, and what they can hold.
 */
#ifndef OYSTER_RECORDING_CONTAINER_H
#define OYSTER_RECORDING_CONTAINER_H

#include <gst/gst.h>

/** Why video with these caps cannot be written to a file of this name, as constant text: the
 *  container does not hold it, or GStreamer lacks an element. NULL when it can. */
const char *recording_container_problem(const char *path, GstCaps *video);

/** Description of the pipeline that muxes `frames`, and `audio` if there is any, into the sink
 *  `file`; for g_free(). */
char *recording_container_describe(const char *path, GstCaps *video, gboolean has_audio);

#endif
