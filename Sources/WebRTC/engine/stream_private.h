/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream_private.h
 * The state of one stream, its reference count, and the task queue of its thread.
 */
#ifndef OYSTER_STREAM_PRIVATE_H
#define OYSTER_STREAM_PRIVATE_H

#include "attempt.h"
#include "receiver.h"
#include "reconnect.h"
#include "rtc_config.h"
#include "sink.h"
#include "stats.h"

typedef struct OysterStream {
    OysterSink *sink;
    OysterStats *stats;
    OysterReceiver *receiver;
    OysterRtcConfig *config;
    GMainContext *context;
    GMainLoop *loop;

    /* Used by the stream's thread only. */

    OysterReconnect reconnect;
    /** NULL between two attempts. */
    OysterAttempt *attempt;
    GSource *retry_timer;
    gboolean wants_microphone;
    /** The address of the WHEP resource that the server created; NULL without one. */
    char *resource_url;
    /** Signalling requests without a response. */
    guint pending_requests;
    /** The library called `leave`. */
    gboolean is_leaving;

    /** Guards `command_attempt`, which commands are sent over; NULL between two attempts. */
    GMutex lock;
    OysterAttempt *command_attempt;
} OysterStream;

/** A function call that the stream's thread makes. */
typedef struct OysterTask {
    OysterStream *stream;
    void (*run)(OysterStream *self, const struct OysterTask *task);
    /** The attempt that the task is about. */
    guint attempt;
    int value;
    /** Owned by the task, as `location` is. */
    char *text;
    char *location;
} OysterTask;

OysterStream *stream_new(void);
OysterStream *stream_ref(OysterStream *self);
void stream_unref(gpointer self);

/** Queues a task; the task takes its texts over. Any thread. */
void stream_post(OysterStream *self, OysterTask task);

/** Ends the stream's thread once the library left and no request is pending. */
void stream_quit_if_idle(OysterStream *self);

#endif
