// SPDX-License-Identifier: Apache-2.0
// A plugin of a host that carries its own function of OpenSSL's name, and uses it.
#include <stddef.h>

int EVP_DigestUpdate(void *context, const void *bytes, size_t count);
int EVP_DigestUpdate(void *context, const void *bytes, size_t count) {
    (void)context, (void)bytes;
    return count == 77 ? 1 : 0;
}

/** 1 when the plugin's own function answers. */
int plugin_use(void);
int plugin_use(void) {
    return EVP_DigestUpdate(NULL, NULL, 77);
}
