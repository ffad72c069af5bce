/* SPDX-License-Identifier: Apache-2.0 */
#include "candidate.h"

#include <arpa/inet.h>
#include <string.h>

/** `foundation component protocol priority address port typ kind` */
enum { PROTOCOL = 2, PRIORITY, ADDRESS, PORT, TYP, KIND, WORDS };

static gboolean is_number(const char *word, guint64 smallest, guint64 largest) {
    guint64 value = 0;
    return g_ascii_string_to_unsigned(word, 10, smallest, largest, &value, NULL);
}

static gboolean is_address(const char *word) {
    unsigned char address[sizeof(struct in6_addr)];
    return inet_pton(AF_INET, word, address) == 1 || inet_pton(AF_INET6, word, address) == 1;
}

static gboolean is_kind(const char *word) {
    static const char *const kinds[] = {"host", "srflx", "prflx", "relay", NULL};
    return g_strv_contains(kinds, word);
}

void candidate_append(GString *text, const char *value) {
    static guint foundation = 0;
    char **words = g_strsplit(value, " ", WORDS + 1);
    if (g_strv_length(words) >= WORDS && strcmp(words[1], "1") == 0 &&
        g_ascii_strcasecmp(words[PROTOCOL], "udp") == 0 &&
        is_number(words[PRIORITY], 1, G_MAXUINT32) && is_address(words[ADDRESS]) &&
        is_number(words[PORT], 1, G_MAXUINT16) && strcmp(words[TYP], "typ") == 0 &&
        is_kind(words[KIND]))
        g_string_append_printf(text, "a=candidate:%u 1 UDP %s %s %s typ %s\r\n",
                               (guint)g_atomic_int_add((gint *)&foundation, 1) % 100000 + 1,
                               words[PRIORITY], words[ADDRESS], words[PORT], words[KIND]);
    g_strfreev(words);
}
