/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file peer_log.h
 * The progress of a connection, as sentences for the debug log.
 */
#ifndef OYSTER_PEER_LOG_H
#define OYSTER_PEER_LOG_H

#include "peer_private.h"

/** Reports ICE states and the candidate pair in use. */
void peer_log_listen(OysterPeer *self);

/** Reports a sentence, if the user of the peer listens. Any thread. */
void peer_log(OysterPeer *self, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
