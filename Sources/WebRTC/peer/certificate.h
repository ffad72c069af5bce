/* SPDX-License-Identifier: Apache-2.0 */
/**
 * @file certificate.h
 * DTLS certificates and their fingerprints.
 */
#ifndef OYSTER_CERTIFICATE_H
#define OYSTER_CERTIFICATE_H

#include <glib.h>

/**
 * Creates a key and a self-signed certificate for one peer connection: ECDSA P-256, as browsers do.
 * GStreamer's own certificates are RSA, which some peers refuse.
 *
 * @return PEM text of the key and the certificate, freed with g_free(); NULL on failure.
 */
char *certificate_new(void);

/** The SDP fingerprint of the certificate in a PEM text: `sha-256 01:23:…`. Free with g_free();
 * NULL when the text has no certificate. */
char *certificate_fingerprint(const char *pem);

/** Whether the certificate in a PEM text has one of these SDP fingerprints (NULL-terminated; NULL
 *  for none). Only SHA-224, -256, -384 and -512 count. */
gboolean certificate_matches(const char *pem, char **fingerprints);

#endif
