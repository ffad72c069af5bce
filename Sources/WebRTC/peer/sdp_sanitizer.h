/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file sdp_sanitizer.h
 * Protects webrtcbin from the SDP of servers: it does not check descriptions, and a wrong one can
 * end the process.
 */
#ifndef OYSTER_SDP_SANITIZER_H
#define OYSTER_SDP_SANITIZER_H

#include "answer_checks.h"

/**
 * Writes a server's answer again, with only those parts that may answer the offer.
 *
 * @return SDP, free with g_free(); NULL when the answer cannot be used, and then `error` is set.
 */
char *sdp_sanitize_answer(const char *offer, const char *answer, OysterAnswerError *error);

#endif
