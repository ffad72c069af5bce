/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OYSTER_CERTIFICATE_H
#define OYSTER_CERTIFICATE_H

#include <glib.h>

/**
 * Makes a key and a self-signed certificate for one connection: ECDSA P-256, as browsers do.
 * GStreamer's own are RSA, which some peers refuse.
 *
 * @return PEM text of the key and the certificate, freed with g_free(); NULL on failure.
 */
char *certificate_new(void);

/** The fingerprint of the certificate in a PEM text, as SDP has it: `sha-256 01:23:…`. Free with
 *  g_free(); NULL when there is none. */
char *certificate_fingerprint(const char *pem);

/** Whether the certificate in a PEM text has one of the fingerprints, as SDP lists them
 *  (NULL-terminated; NULL for none). Only SHA-224, -256, -384 and -512 count. */
gboolean certificate_matches(const char *pem, char **fingerprints);

#endif
