// SPDX-License-Identifier: Apache-2.0
// Why: OpenSSL ships no module map.
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/sha.h>
