/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file connection_log.h
 * The progress of a connection, as sentences for the debug log.
 */
#ifndef OYSTER_CONNECTION_LOG_H
#define OYSTER_CONNECTION_LOG_H

#include "inside.h"

/** Reports ICE states and the candidate pair in use. */
void connection_log_listen(peer *self);

/** Reports a sentence, if the user of the peer listens. Any thread. */
void peer_log(peer *self, const char *format, ...) __attribute__((format(printf, 2, 3)));

#endif
