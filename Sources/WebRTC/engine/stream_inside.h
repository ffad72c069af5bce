/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_inside.h
 * What the files of a stream share. Everything but the notes belongs to the stream's own thread.
 */
#ifndef OYSTER_STREAM_INSIDE_H
#define OYSTER_STREAM_INSIDE_H

#include "channel.h"
#include "link.h"
#include "patience.h"

typedef struct stream {
    outlet *outlet;
    measures *measures;
    receiver *receiver;
    channel *channel;
    GMainContext *context;
    GMainLoop *loop;

    /* Of the stream's own thread. */
    media_link *link;
    guint number;
    gboolean is_connected;
    gboolean has_played;
    gboolean has_microphone;
    /** Said `failure`, or was told to leave: nothing is tried any more. */
    gboolean is_over;
    gboolean is_leaving;
    char *session;
    guint requests;
    oyster_stream_state told;
    patience patience;
    gint64 attempt_us;
    GSource *retry;
    guint ticks;

    /** Guards `live`, the link that takes commands. */
    GMutex lock;
    media_link *live;
} stream;

stream *stream_hold(stream *self);
void stream_drop(gpointer self);

/* notes.c */

/** Something to do on the stream's own thread. */
typedef struct note {
    stream *stream;
    void (*act)(stream *self, const struct note *note);
    guint number;
    int value;
    char *text;
    char *more;
} note;

/** Hands a note over from any thread; its texts go with it. */
void stream_post(stream *self, note content);

/* signalling.c */

/** Offers; the answer comes as course_answered(). FALSE when the request was refused. */
gboolean signalling_offer(stream *self, const char *offer);
/** Tells the server that a session is over; whether it hears does not matter. */
void signalling_goodbye(stream *self, const char *session);

/* course.c */

/** Makes a link, and whatever becomes necessary after it. */
void course_attempt(stream *self);
/** The server's answer to an offer: status, body and location, or 0 and the reason. */
void course_answered(stream *self, const note *answer);
/** Looks at how things are; called every TICK_MS. */
void course_tick(stream *self);
/** Closes the link of the moment, and tells the server. */
void course_end_link(stream *self);
/** Tells the library of a state, once. */
void course_tell(stream *self, oyster_stream_state state);

/* stream.c */

/** Ends the thread when everything was left and answered. */
void stream_finish_if_idle(stream *self);

#endif
