/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OYSTER_CANDIDATE_H
#define OYSTER_CANDIDATE_H

#include <glib.h>

/** Appends a candidate attribute's value as an `a=` line when it is one that can be used: UDP, the
 *  one component that bundling leaves, a numeric address. Nothing otherwise. */
void candidate_append(GString *text, const char *value);

#endif
