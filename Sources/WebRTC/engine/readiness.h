/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file readiness.h
 * Whether streams can run on this machine: GStreamer and the elements that they need.
 */
#ifndef OYSTER_READINESS_H
#define OYSTER_READINESS_H

#include <glib.h>

#include "happyoyster/stream_engine.h"

/** Loads GStreamer and checks what every stream needs. NULL, or what is missing (static text). May
 *  take seconds the first time on a machine. */
const char *readiness_check(gboolean plays_audio);

/** Whether H.264 can be received and decoded. It is optional. */
gboolean readiness_has_h264(void);

/** `prepare` of stream_engine.h. */
oyster_result readiness_prepare(void *engine, const oyster_stream_requirements *needs, char *reason,
                                size_t capacity);

#endif
