/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file recording_container.h
 * The containers of recordings, which the file's extension selects, and the codecs that they hold.
 */
#ifndef OYSTER_RECORDING_CONTAINER_H
#define OYSTER_RECORDING_CONTAINER_H

#include <gst/gst.h>

/** Why video with these caps cannot be written to a file of this name, as static text: the
 *  container does not hold the codec, or GStreamer lacks an element. NULL when it can. */
const char *recording_container_problem(const char *path, GstCaps *video);

/** The description of a pipeline that muxes the sources `frames` and, with `has_audio`, `audio`
 *  into the sink `file`. Free with g_free(). */
char *recording_container_describe(const char *path, GstCaps *video, gboolean has_audio);

#endif
