/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file outlet.h
 * The way to the library: its sink, behind a door that can be shut. Once shut, nobody gets
 * through, not even a thread of GStreamer's that was left behind.
 *
 * Reference-counted; every function from any thread.
 */
#ifndef OYSTER_OUTLET_H
#define OYSTER_OUTLET_H

#include <glib.h>

#include "happyoyster/stream_engine.h"

typedef struct outlet outlet;

outlet *outlet_new(const oyster_stream_sink *sink);
outlet *outlet_hold(outlet *self);
void outlet_drop(void *self);

void outlet_state(outlet *self, oyster_stream_state state);
void outlet_first_frame(outlet *self);
void outlet_failure(outlet *self, const char *message);
void outlet_log(outlet *self, oyster_log_level level, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
gboolean outlet_wants_frames(outlet *self);
gboolean outlet_wants_audio(outlet *self);
/** Takes the frame over in every case. */
void outlet_frame(outlet *self, const oyster_stream_frame *frame);
void outlet_audio(outlet *self, const oyster_stream_audio *audio);
/** Reports that a file cannot be written, and logs it. */
void outlet_recording_failed(outlet *self, const char *reason);
/** FALSE when the request was refused. */
gboolean outlet_http(outlet *self, const oyster_stream_http_request *request);

/** Says `closed`, as the last thing, and shuts the door. */
void outlet_close(outlet *self);

#endif
