/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file measures.h
 * The figures of one stream, over all its connections. Reference-counted; any thread.
 */
#ifndef OYSTER_MEASURES_H
#define OYSTER_MEASURES_H

#include <gst/gst.h>

#include "happyoyster/stream_engine.h"

typedef struct measures measures;

measures *measures_new(void);
measures *measures_hold(measures *self);
void measures_drop(void *self);

/** A connection came up, or came up again. */
void measures_connected(measures *self);

/** An encoded picture is complete; TRUE for the first one. */
gboolean measures_picture(measures *self, gboolean is_key);
/** Pictures decoded, and how long that took. */
void measures_decoded(measures *self, gint64 duration_us, int width, int height);
void measures_delivered(measures *self);
void measures_dropped(measures *self);
/** Negotiated codec (static text), and the SSRC that the video has now. */
void measures_track(measures *self, const char *codec, guint32 source);

/** A command went out. */
void measures_command(measures *self, const oyster_stream_command *command);
/** The server sent the first picture that shows a command. */
void measures_applied(measures *self, guint64 sequence);
/** A picture reached the host, or would have: answers what measures_applied() opened. */
void measures_shown(measures *self);

/** What webrtcbin tells of the connection. */
void measures_transport(measures *self, const GstStructure *all);

/** When the newest picture was complete; 0 before. */
gint64 measures_last_picture_us(measures *self);

/** Writes all figures as a JSON object, with the file that is recorded if `path` is not NULL; the
 *  length, or 0 when it does not fit. */
size_t measures_print(measures *self, const char *path, guint64 bytes, char *buffer,
                      size_t capacity);

#endif
