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
char *oyster_certificate_new(void);

/** The fingerprint of the certificate in a PEM text, as SDP has it: `sha-256 01:23:…`. Free with
 *  g_free(); NULL when there is none. */
char *oyster_certificate_fingerprint(const char *pem);

/** Whether the certificate in a PEM text has a fingerprint of SDP, by SHA-256 or longer. */
gboolean oyster_certificate_matches(const char *pem, const char *fingerprint);

#endif
