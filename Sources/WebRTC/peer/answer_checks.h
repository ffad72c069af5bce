/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file answer_checks.h
 * What a server's answer must have, and what its sections say.
 */
#ifndef OYSTER_ANSWER_CHECKS_H
#define OYSTER_ANSWER_CHECKS_H

#include "sdp_sanitizer.h"
#include "sdp_lines.h"

/** Checks an answer against the offer. Returns the first accepted section, whose transport all
 *  share, as bundled ones do; 0 when the answer does not fit, and then `error` is set. */
guint answer_check(const OysterSdp *offer, const OysterSdp *answer, OysterAnswerError *error);

/** Whether the server accepts a section. */
gboolean answer_is_active(const OysterSdpSection *section);

/** Whether a section has a format that was offered. */
gboolean answer_shares_format(const OysterSdp *offer, const OysterSdp *answer, guint index);

/** `sendrecv`, `sendonly`, `recvonly` or `inactive`: of the section, or else of the session. */
const char *answer_direction(const OysterSdp *answer, guint index);

/** Whether an attribute is a fingerprint that the engine uses. */
gboolean answer_is_fingerprint(const char *attribute);

/** Where the usable fingerprints of a section's transport stand: in it, or above all sections; NULL
 *  without any. */
const OysterSdpSection *answer_fingerprint_section(const OysterSdp *answer, guint index);

#endif
