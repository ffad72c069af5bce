/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OYSTER_SDP_SANITIZER_H
#define OYSTER_SDP_SANITIZER_H

#include <glib.h>

/** Why an answer cannot be used. */
typedef struct OysterAnswerError {
    /** Static text; NULL when there is no error. */
    const char *reason;
    /** The same offer would get the same answer. */
    gboolean is_final;
} OysterAnswerError;

/**
 * Writes a server's answer anew, from what it may say to our offer and nothing else: webrtcbin
 * takes descriptions at their word, and a wrong one can end the process.
 *
 * @return SDP to free with g_free(); NULL for an answer that does not fit, and `error`.
 */
char *sdp_sanitize_answer(const char *offer, const char *answer, OysterAnswerError *error);

#endif
