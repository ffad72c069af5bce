/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stats.h
 * The statistics of one stream, over all its connections. Reference-counted; any thread.
 */
#ifndef OYSTER_STATS_H
#define OYSTER_STATS_H

#include <gst/gst.h>

#include "happyoyster/stream_engine.h"

typedef struct OysterStats OysterStats;

OysterStats *stats_new(void);
OysterStats *stats_ref(OysterStats *self);
void stats_unref(void *self);

/** A peer connection is up, the first one or one after a loss. */
void stats_connected(OysterStats *self);

/** An encoded frame is complete; TRUE for the first one. */
gboolean stats_frame_received(OysterStats *self, gboolean is_key);
/** A frame was decoded within `duration_us`. */
void stats_frame_decoded(OysterStats *self, gint64 duration_us, int width, int height);
void stats_frame_delivered(OysterStats *self);
void stats_frame_dropped(OysterStats *self);
/** The codec of the video (static text), and its SSRC from now on. */
void stats_video_ssrc(OysterStats *self, const char *codec, guint32 ssrc);

/** A command was sent. */
void stats_command_sent(OysterStats *self, const oyster_stream_command *command);
/** The server sent `applied`: the next frame shows the command. */
void stats_command_applied(OysterStats *self, guint64 sequence);
/** A frame reached the library, or would have if the host had wanted it: ends the measurement that
 *  stats_command_applied() started. */
void stats_frame_shown(OysterStats *self);

/** Reads webrtcbin's statistics. */
void stats_transport(OysterStats *self, const GstStructure *all);

/** When the last frame of this connection was complete, in g_get_monotonic_time(); 0 before the
 *  first. */
gint64 stats_last_frame_us(OysterStats *self);

/** Writes all statistics as a JSON object, with the recording if `path` is not NULL. Returns the
 *  length, or 0 when it does not fit. */
size_t stats_print(OysterStats *self, const char *path, guint64 bytes, char *buffer,
                   size_t capacity);

#endif
