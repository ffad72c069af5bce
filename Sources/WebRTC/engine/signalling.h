/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file signalling.h
 * Requests to the signalling server through the library's HTTP client; see docs/webrtc.md. Called
 * by the stream's thread.
 */
#ifndef OYSTER_SIGNALLING_H
#define OYSTER_SIGNALLING_H

#include "stream_private.h"

/** A task's function that gets a response: `value` is the HTTP status and `text` the body, or 0 and
 *  the reason why there is no response; `location` is the Location header or NULL. */
typedef void (*OysterResponseFn)(OysterStream *self, const OysterTask *response);

/** POSTs the current attempt's offer; `on_answer` runs once, later, as a task. FALSE when the
 *  library refused the request. */
gboolean signalling_send_offer(OysterStream *self, const char *offer, OysterResponseFn on_answer);

/** DELETEs a WHEP resource, unless it is NULL or has another origin than the signalling URL. The
 *  response changes nothing; the stream stays until it came. */
void signalling_delete(OysterStream *self, const char *resource_url);

#endif
