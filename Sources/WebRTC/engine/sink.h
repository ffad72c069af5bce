/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sink.h
 * The library's sink (oyster_stream_sink), guarded: after sink_close() the functions do nothing, so
 * that a GStreamer thread that still runs cannot call the library any more.
 *
 * Reference-counted; every function from any thread.
 */
#ifndef OYSTER_SINK_H
#define OYSTER_SINK_H

#include <glib.h>

#include "happyoyster/stream_engine.h"

typedef struct OysterSink OysterSink;

OysterSink *sink_new(const oyster_stream_sink *functions);
OysterSink *sink_ref(OysterSink *self);
void sink_unref(void *self);

void sink_state(OysterSink *self, oyster_stream_state state);
void sink_first_frame(OysterSink *self);
void sink_failure(OysterSink *self, const char *message);
void sink_log(OysterSink *self, oyster_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
gboolean sink_wants_frames(OysterSink *self);
gboolean sink_wants_audio(OysterSink *self);
/** Takes the frame over; releases it when the sink is closed. */
void sink_frame(OysterSink *self, const oyster_stream_frame *frame);
void sink_audio(OysterSink *self, const oyster_stream_audio *audio);
/** Reports that a recording cannot be written, and logs the reason. */
void sink_recording_failed(OysterSink *self, const char *reason);
/** FALSE when the library refused the request. */
gboolean sink_http(OysterSink *self, const oyster_stream_http_request *request);

/** Waits for the calls that run, and calls `closed`. */
void sink_close(OysterSink *self);

#endif
