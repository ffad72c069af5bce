/* SPDX-License-Identifier: Apache-2.0 */
#include "answer_checks.h"

#include <string.h>

#define FINGERPRINT "fingerprint:"

static gboolean is_of(const char *text, const char *extra, size_t least, size_t most) {
    size_t length = text == NULL ? 0 : strlen(text);
    if (length < least || length > most)
        return FALSE;
    for (; *text != '\0'; text++)
        if (!g_ascii_isalnum(*text) && strchr(extra, *text) == NULL)
            return FALSE;
    return TRUE;
}

/** `sha-256 AB:CD:…` with the length of the hash. Collisions of SHA-1 and older hashes are known.
 */
static gboolean is_strong(const char *text) {
    static const struct {
        const char *hash;
        size_t bytes;
    } hashes[] = {{"sha-224 ", 28}, {"sha-256 ", 32}, {"sha-384 ", 48}, {"sha-512 ", 64}};
    for (gsize index = 0; index < G_N_ELEMENTS(hashes); index++) {
        size_t length = strlen(hashes[index].hash);
        if (g_ascii_strncasecmp(text, hashes[index].hash, length) == 0)
            return strlen(text) == length + hashes[index].bytes * 3 - 1 &&
                   strspn(text + length, "0123456789abcdefABCDEF:") == strlen(text) - length;
    }
    return FALSE;
}

gboolean answer_is_fingerprint(const char *attribute) {
    return g_str_has_prefix(attribute, FINGERPRINT) && is_strong(attribute + strlen(FINGERPRINT));
}

static gboolean has_fingerprint(const OysterSdpSection *section) {
    for (guint each = 0; each < section->attributes->len; each++)
        if (answer_is_fingerprint(g_ptr_array_index(section->attributes, each)))
            return TRUE;
    return FALSE;
}

const OysterSdpSection *answer_fingerprint_section(const OysterSdp *answer, guint index) {
    if (has_fingerprint(&answer->all[index]))
        return &answer->all[index];
    return has_fingerprint(&answer->all[0]) ? &answer->all[0] : NULL;
}

gboolean answer_is_active(const OysterSdpSection *section) {
    return strcmp(section->media[1], "0") != 0 || sdp_section_value(section, "bundle-only") != NULL;
}

gboolean answer_shares_format(const OysterSdp *offer, const OysterSdp *answer, guint index) {
    for (char **format = sdp_section_formats(&answer->all[index]); *format != NULL; format++)
        if (sdp_section_has_format(&offer->all[index], *format))
            return TRUE;
    return FALSE;
}

const char *answer_direction(const OysterSdp *answer, guint index) {
    static const char *const directions[] = {"sendrecv", "sendonly", "recvonly", "inactive"};
    const OysterSdpSection *levels[] = {&answer->all[index], &answer->all[0]};
    for (gsize level = 0; level < G_N_ELEMENTS(levels); level++)
        for (gsize each = 0; each < G_N_ELEMENTS(directions); each++)
            if (sdp_section_value(levels[level], directions[each]) != NULL)
                return directions[each];
    return "sendrecv";
}

static gboolean is_role(const char *setup) {
    return g_strcmp0(setup, "active") == 0 || g_strcmp0(setup, "passive") == 0;
}

static const char *check_transport(const OysterSdp *answer, guint index) {
    if (!is_of(sdp_value(answer, index, "ice-ufrag"), "+/", 4, 256) ||
        !is_of(sdp_value(answer, index, "ice-pwd"), "+/", 22, 256))
        return "the answer has no ICE credentials";
    if (sdp_value(answer, index, "fingerprint") == NULL)
        return "the answer has no fingerprint";
    if (answer_fingerprint_section(answer, index) == NULL)
        return "the answer has no SHA-224, -256, -384 or -512 fingerprint";
    if (!is_role(sdp_value(answer, index, "setup")))
        return "the answer has no DTLS role: setup must be active or passive";
    return NULL;
}

/** Without video the stream cannot play, and another attempt would not change that. */
static const char *check_video(const OysterSdp *offer, const OysterSdp *answer, guint index) {
    if (!answer_is_active(&answer->all[index]))
        return "the answer refuses video";
    if (!answer_shares_format(offer, answer, index))
        return "the answer has no video format of the offer";
    const char *direction = answer_direction(answer, index);
    if (strcmp(direction, "inactive") == 0 || strcmp(direction, "recvonly") == 0)
        return "the answer sends no video";
    return NULL;
}

static void check_section(const OysterSdp *offer, const OysterSdp *answer, guint index,
                          OysterAnswerError *error) {
    const OysterSdpSection *offered = &offer->all[index], *answered = &answer->all[index];
    if (strcmp(offered->media[0], answered->media[0]) != 0)
        error->reason = "the answer has other sections than the offer";
    else if (answer_is_active(answered) &&
             g_strcmp0(sdp_section_value(offered, "mid"), sdp_section_value(answered, "mid")) != 0)
        error->reason = "the answer has other mid values than the offer";
    else if (strcmp(answered->media[0], "video") == 0) {
        error->reason = check_video(offer, answer, index);
        error->is_final = error->reason != NULL;
    }
}

guint answer_check(const OysterSdp *offer, const OysterSdp *answer, OysterAnswerError *error) {
    guint leader = 0;
    if (offer->count != answer->count)
        error->reason = "the answer has other sections than the offer";
    for (guint index = 1; error->reason == NULL && index < answer->count; index++) {
        check_section(offer, answer, index, error);
        if (leader == 0 && answer_is_active(&answer->all[index]))
            leader = index;
    }
    if (error->reason == NULL)
        error->reason =
            leader == 0 ? "the answer refuses all sections" : check_transport(answer, leader);
    return error->reason == NULL ? leader : 0;
}
