/* SPDX-License-Identifier: Apache-2.0 */
#include "certificate.h"

#include <glib.h>
#include <openssl/bio.h>
#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509.h>

enum { LIFETIME_SECONDS = 30 * 24 * 3600, CLOCK_SKEW_SECONDS = 24 * 3600 };

static gboolean fill(X509 *certificate, EVP_PKEY *key) {
    guint64 serial = 0;
    if (RAND_bytes((unsigned char *)&serial, sizeof serial) != 1)
        return FALSE;
    X509_NAME *name = X509_get_subject_name(certificate);
    return X509_set_version(certificate, 2) == 1 &&
           ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), serial >> 1) == 1 &&
           X509_gmtime_adj(X509_getm_notBefore(certificate), -CLOCK_SKEW_SECONDS) != NULL &&
           X509_gmtime_adj(X509_getm_notAfter(certificate), LIFETIME_SECONDS) != NULL &&
           X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"WebRTC", -1,
                                      -1, 0) == 1 &&
           X509_set_issuer_name(certificate, name) == 1 && X509_set_pubkey(certificate, key) == 1 &&
           X509_sign(certificate, key, EVP_sha256()) != 0;
}

static char *print(X509 *certificate, EVP_PKEY *key) {
    BIO *memory = BIO_new(BIO_s_mem());
    char *text = NULL;
    if (memory != NULL && PEM_write_bio_PrivateKey(memory, key, NULL, NULL, 0, NULL, NULL) == 1 &&
        PEM_write_bio_X509(memory, certificate) == 1) {
        char *bytes = NULL;
        long length = BIO_get_mem_data(memory, &bytes);
        text = g_strndup(bytes, (gsize)length);
    }
    BIO_free(memory);
    return text;
}

char *certificate_new(void) {
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *certificate = X509_new();
    char *text = NULL;
    if (key != NULL && certificate != NULL && fill(certificate, key))
        text = print(certificate, key);
    X509_free(certificate);
    EVP_PKEY_free(key);
    return text;
}

static char *fingerprint_of(X509 *certificate, const char *hash, const EVP_MD *algorithm) {
    unsigned char digest[EVP_MAX_MD_SIZE];
    unsigned length = 0;
    if (X509_digest(certificate, algorithm, digest, &length) != 1)
        return NULL;
    GString *text = g_string_new(hash);
    for (unsigned index = 0; index < length; index++)
        g_string_append_printf(text, "%c%02X", index == 0 ? ' ' : ':', digest[index]);
    return g_string_free(text, FALSE);
}

static char *fingerprint_by(const char *pem, const char *hash, const EVP_MD *algorithm) {
    BIO *memory = BIO_new_mem_buf(pem, -1);
    X509 *certificate = memory == NULL ? NULL : PEM_read_bio_X509(memory, NULL, NULL, NULL);
    char *text = certificate == NULL ? NULL : fingerprint_of(certificate, hash, algorithm);
    X509_free(certificate);
    BIO_free(memory);
    return text;
}

char *certificate_fingerprint(const char *pem) {
    return fingerprint_by(pem, "sha-256", EVP_sha256());
}

static gboolean matches_one(const char *pem, const char *fingerprint) {
    const struct {
        const char *hash;
        const EVP_MD *algorithm;
    } hashes[] = {{"sha-224", EVP_sha224()},
                  {"sha-256", EVP_sha256()},
                  {"sha-384", EVP_sha384()},
                  {"sha-512", EVP_sha512()}};
    gboolean matches = FALSE;
    for (gsize index = 0; index < G_N_ELEMENTS(hashes) && !matches; index++) {
        char *own = fingerprint_by(pem, hashes[index].hash, hashes[index].algorithm);
        matches = own != NULL && g_ascii_strcasecmp(own, fingerprint) == 0;
        g_free(own);
    }
    return matches;
}

gboolean certificate_matches(const char *pem, char **fingerprints) {
    gboolean matches = FALSE;
    for (char **each = fingerprints; each != NULL && *each != NULL && !matches; each++)
        matches = matches_one(pem, *each);
    return matches;
}
