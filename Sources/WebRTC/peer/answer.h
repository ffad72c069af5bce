/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OYSTER_ANSWER_H
#define OYSTER_ANSWER_H

#include <glib.h>

/**
 * Writes a server's answer anew, from what it may say to our offer and nothing else: webrtcbin
 * takes descriptions at their word, and a wrong one can end the process.
 *
 * @return SDP to free with g_free(); NULL for an answer that does not fit, and `complaint`
 * (static).
 */
char *answer_clean(const char *offer, const char *answer, const char **complaint);

#endif
