/* SPDX-License-Identifier: Apache-2.0 */
#ifndef OYSTER_FUZZ_INPUT_H
#define OYSTER_FUZZ_INPUT_H

#include <glib.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/** The fuzz target, which libFuzzer and replay.c call. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** An input as NUL-terminated text of its exact size, so that a sanitizer detects each read beyond
 *  it. */
static inline char *input_text(const uint8_t *data, size_t size) {
    char *text = g_malloc(size + 1);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

/** Aborts when a condition does not hold, which libFuzzer reports. */
#define INPUT_CHECK(condition)                                              \
    do {                                                                    \
        if (!(condition)) {                                                 \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
            abort();                                                        \
        }                                                                   \
    } while (0)

#endif
