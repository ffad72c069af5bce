/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OYSTER_CERTIFICATE_H
#define OYSTER_CERTIFICATE_H

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

#endif
