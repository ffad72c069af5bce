/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stats.h
 * The figures of one stream, over all its connections. Reference-counted; any thread.
 */
#ifndef OYSTER_STATS_H
#define OYSTER_STATS_H

#include <gst/gst.h>

#include "happyoyster/stream_engine.h"

typedef struct OysterStats OysterStats;

OysterStats *stats_new(void);
OysterStats *stats_ref(OysterStats *self);
void stats_unref(void *self);

/** A connection came up, or came up again. */
void stats_connected(OysterStats *self);

/** An encoded picture is complete; TRUE for the first one. */
gboolean stats_frame_received(OysterStats *self, gboolean is_key);
/** Pictures decoded, and how long that took. */
void stats_frame_decoded(OysterStats *self, gint64 duration_us, int width, int height);
void stats_frame_delivered(OysterStats *self);
void stats_frame_dropped(OysterStats *self);
/** Negotiated codec (static text), and the SSRC that the video has now. */
void stats_video_source(OysterStats *self, const char *codec, guint32 source);

/** A command went out. */
void stats_command_sent(OysterStats *self, const oyster_stream_command *command);
/** The server sent the first picture that shows a command. */
void stats_command_applied(OysterStats *self, guint64 sequence);
/** A picture reached the host, or would have: answers what stats_command_applied() opened. */
void stats_frame_shown(OysterStats *self);

/** What webrtcbin tells of the connection. */
void stats_transport(OysterStats *self, const GstStructure *all);

/** When the newest picture was complete; 0 before. */
gint64 stats_last_frame_us(OysterStats *self);

/** Writes all figures as a JSON object, with the file that is recorded if `path` is not NULL; the
 *  length, or 0 when it does not fit. */
size_t stats_print(OysterStats *self, const char *path, guint64 bytes, char *buffer,
                   size_t capacity);

#endif
