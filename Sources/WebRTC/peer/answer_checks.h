/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file answer_checks.h
 * Checks of a server's SDP answer, and what its sections contain.
 */
#ifndef OYSTER_ANSWER_CHECKS_H
#define OYSTER_ANSWER_CHECKS_H

#include "sdp_lines.h"

/** Why an answer cannot be used. */
typedef struct OysterAnswerError {
    /** Static text; NULL when there is no error. */
    const char *reason;
    /** The server would answer the same offer in the same way. */
    gboolean is_final;
} OysterAnswerError;

/** Checks an answer against the offer. Returns the first accepted section, whose transport all
 *  sections share (BUNDLE); 0 when the answer does not match the offer, and then `error` is set. */
guint answer_check(const OysterSdp *offer, const OysterSdp *answer, OysterAnswerError *error);

/** Whether the server accepts a section. */
gboolean answer_is_active(const OysterSdpSection *section);

/** Whether a section has a format that was offered. */
gboolean answer_shares_format(const OysterSdp *offer, const OysterSdp *answer, guint index);

/** `sendrecv`, `sendonly`, `recvonly` or `inactive`: of the section, otherwise of the session
 *  level. */
const char *answer_direction(const OysterSdp *answer, guint index);

/** Whether an attribute is a fingerprint of a hash that the engine accepts. */
gboolean answer_is_fingerprint(const char *attribute);

/** The section that has the usable fingerprints for a section: itself, or the session level; NULL
 *  without any. */
const OysterSdpSection *answer_fingerprint_section(const OysterSdp *answer, guint index);

#endif
