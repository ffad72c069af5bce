/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file stream.h
 * The stream functions of stream_engine.h. Each stream has a thread of its own, which makes one
 * connection attempt after the other until the library leaves or the retry policy gives up.
 */
#ifndef OYSTER_STREAM_H
#define OYSTER_STREAM_H

#include "happyoyster/stream_engine.h"

oyster_result stream_join(void *engine, const oyster_stream_join *join,
                          const oyster_stream_sink *sink, void **stream);
void stream_leave(void *stream);
oyster_result stream_send_command(void *stream, const oyster_stream_command *command);
void stream_set_local_audio(void *stream, bool on);
size_t stream_stats(void *stream, char *buffer, size_t capacity);
oyster_result stream_record(void *stream, const char *path);

#endif
