/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_private.h
 * What the files of a stream share. Everything but the notes belongs to the stream's own thread.
 */
#ifndef OYSTER_STREAM_PRIVATE_H
#define OYSTER_STREAM_PRIVATE_H

#include "rtc_config.h"
#include "attempt.h"
#include "reconnect.h"

typedef struct OysterStream {
    OysterSink *sink;
    OysterStats *stats;
    OysterReceiver *receiver;
    OysterRtcConfig *channel;
    GMainContext *context;
    GMainLoop *loop;

    /* Of the stream's own thread. */
    OysterAttempt *link;
    guint number;
    gboolean is_connected;
    gboolean has_played;
    gboolean has_microphone;
    /** Said `failure`, or was last_state to leave: nothing is tried any more. */
    gboolean is_over;
    gboolean is_leaving;
    char *session;
    guint requests;
    oyster_stream_state last_state;
    OysterReconnect patience;
    gint64 attempt_us;
    GSource *retry;
    guint ticks;

    /** Guards `live`, the link that takes commands. */
    GMutex lock;
    OysterAttempt *live;
} OysterStream;

OysterStream *stream_ref(OysterStream *self);
void stream_unref(gpointer self);

/* task_queue.c */

/** Something to do on the stream's own thread. */
typedef struct OysterTask {
    OysterStream *stream;
    void (*run)(OysterStream *self, const struct OysterTask *task);
    guint number;
    int value;
    char *text;
    char *more;
} OysterTask;

/** Hands a task over from any thread; its texts go with it. */
void stream_post(OysterStream *self, OysterTask content);

/* signalling.c */

/** Offers; the answer comes as supervisor_answered(). FALSE when the request was refused. */
gboolean signalling_send_offer(OysterStream *self, const char *offer);
/** Tells the server that a session is over; whether it hears does not matter. */
void signalling_delete(OysterStream *self, const char *session);

/* supervisor.c */

/** Makes a link, and whatever becomes necessary after it. */
void supervisor_start(OysterStream *self);
/** The server's answer to an offer: status, body and location, or 0 and the reason. */
void supervisor_answered(OysterStream *self, const OysterTask *answer);
/** Looks at how things are; called every TICK_MS. */
void supervisor_tick(OysterStream *self);
/** Closes the link of the moment, and tells the server. */
void supervisor_end_attempt(OysterStream *self);
/** Tells the library of a state, once. */
void supervisor_report_state(OysterStream *self, oyster_stream_state state);

/* stream.c */

/** Ends the thread when everything was left and answered. */
void stream_quit_if_idle(OysterStream *self);

#endif
