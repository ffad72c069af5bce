/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file negotiation.h
 * The SDP offer and answer of a peer connection.
 */
#ifndef OYSTER_NEGOTIATION_H
#define OYSTER_NEGOTIATION_H

#include "peer_private.h"
#include "sdp_sanitizer.h"

/** Plays the pipeline; makes the offer or the answer when the caps of all tracks to send are known.
 *  FALSE when the pipeline cannot play. */
gboolean negotiation_start(OysterPeer *self);

/** Reports the local description, once all candidates are gathered. */
void negotiation_report_description(OysterPeer *self);

/** Takes the answer to the local offer; returns why it cannot be used. */
OysterAnswerError negotiation_accept(OysterPeer *self, const char *answer);

#endif
