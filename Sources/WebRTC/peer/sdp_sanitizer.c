/* SPDX-License-Identifier: Apache-2.0 */
#include "sdp_sanitizer.h"

#include <arpa/inet.h>
#include <stdatomic.h>
#include <string.h>

enum { MAX_CANDIDATES = 32, MAX_SSRCS = 4, MAX_FINGERPRINTS = 8 };

/** The state of writing one answer. */
typedef struct OysterAnswerWriter {
    const OysterSdp *offer;
    const OysterSdp *answer;
    /** The accepted section whose transport all sections share (BUNDLE). */
    guint leader;
    GString *text;
    gboolean has_candidates;
    /** The SSRCs written so far: each may be in one section only. */
    guint32 ssrcs[MAX_SDP_SECTIONS * MAX_SSRCS];
    guint ssrc_count;
} OysterAnswerWriter;

static void line(OysterAnswerWriter *self, const char *name, const char *value) {
    g_string_append_printf(self->text, "a=%s:%s\r\n", name, value);
}

static const char *shared(const OysterAnswerWriter *self, const char *name) {
    return sdp_value(self->answer, self->leader, name);
}

/** All usable fingerprints: the certificate must match one of them. */
static void write_fingerprints(OysterAnswerWriter *self) {
    const GPtrArray *attributes =
        answer_fingerprint_section(self->answer, self->leader)->attributes;
    guint written = 0;
    for (guint each = 0; each < attributes->len && written < MAX_FINGERPRINTS; each++) {
        const char *attribute = g_ptr_array_index(attributes, each);
        if (!answer_is_fingerprint(attribute))
            continue;
        g_string_append_printf(self->text, "a=%s\r\n", attribute);
        written++;
    }
}

/** webrtcbin requires these lines in refused sections, too. */
static void write_identity(OysterAnswerWriter *self, guint index) {
    line(self, "ice-ufrag", shared(self, "ice-ufrag"));
    line(self, "ice-pwd", shared(self, "ice-pwd"));
    write_fingerprints(self);
    line(self, "setup", shared(self, "setup"));
    line(self, "mid", sdp_section_value(&self->offer->all[index], "mid"));
}

/* Candidates. */

/** The words of `foundation component protocol priority address port typ kind`. */
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

/** Writes a candidate if it is UDP, of the one component that BUNDLE and rtcp-mux leave, with a
 *  numeric address. */
static void write_candidate(GString *text, const char *value) {
    static atomic_uint foundation;
    char **words = g_strsplit(value, " ", WORDS + 1);
    if (g_strv_length(words) >= WORDS && strcmp(words[1], "1") == 0 &&
        g_ascii_strcasecmp(words[PROTOCOL], "udp") == 0 &&
        is_number(words[PRIORITY], 1, G_MAXUINT32) && is_address(words[ADDRESS]) &&
        is_number(words[PORT], 1, G_MAXUINT16) && strcmp(words[TYP], "typ") == 0 &&
        is_kind(words[KIND]))
        g_string_append_printf(text, "a=candidate:%u 1 UDP %s %s %s typ %s\r\n",
                               atomic_fetch_add(&foundation, 1) % 100000 + 1, words[PRIORITY],
                               words[ADDRESS], words[PORT], words[KIND]);
    g_strfreev(words);
}

/** All candidates of the answer, in the first section that is written as accepted. */
static void write_candidates(OysterAnswerWriter *self) {
    if (self->has_candidates)
        return;
    self->has_candidates = TRUE;
    guint written = 0;
    for (guint from = 0; from < self->answer->count; from++) {
        GPtrArray *attributes = self->answer->all[from].attributes;
        for (guint each = 0; each < attributes->len && written < MAX_CANDIDATES; each++) {
            const char *attribute = g_ptr_array_index(attributes, each);
            if (!g_str_has_prefix(attribute, "candidate:"))
                continue;
            write_candidate(self->text, attribute + strlen("candidate:"));
            written++;
        }
    }
}

/* Formats and directions. */

/** Whether the server accepts a section with a format of the offer. */
static gboolean is_taken(const OysterAnswerWriter *self, guint index) {
    return answer_is_active(&self->answer->all[index]) &&
           answer_shares_format(self->offer, self->answer, index);
}

/**
 * Whether a section is written as accepted. Audio always is, because webrtcbin's first section has
 * the transport of all sections; audio that the server refused is written as inactive.
 */
static gboolean is_open(const OysterAnswerWriter *self, guint index) {
    return is_taken(self, index) || strcmp(self->offer->all[index].media[0], "audio") == 0;
}

/** The payload types to write for a section; some may be missing in the offer. */
static char **formats(const OysterAnswerWriter *self, guint index) {
    const OysterSdp *sdp = is_taken(self, index) ? self->answer : self->offer;
    return sdp_section_formats(&sdp->all[index]);
}

/** Copies the offer's lines `name:payload …` of a payload type; of `rtcp-fb` only those that the
 *  answer repeats. */
static void write_offered(OysterAnswerWriter *self, guint index, const char *name,
                          const char *payload) {
    char *prefix = g_strdup_printf("%s:%s ", name, payload);
    GPtrArray *offered = self->offer->all[index].attributes;
    GPtrArray *answered = self->answer->all[index].attributes;
    gboolean is_feedback = strcmp(name, "rtcp-fb") == 0;
    for (guint each = 0; each < offered->len; each++) {
        const char *attribute = g_ptr_array_index(offered, each);
        if (!g_str_has_prefix(attribute, prefix))
            continue;
        if (!is_feedback ||
            g_ptr_array_find_with_equal_func(answered, attribute, g_str_equal, NULL))
            g_string_append_printf(self->text, "a=%s\r\n", attribute);
    }
    g_free(prefix);
}

/** Each Opus packet contains whether it is stereo, so declaring stereo is always right. The offer's
 *  own parameters describe the audio that the engine sends. */
static void write_parameters(OysterAnswerWriter *self, guint index, const char *payload) {
    if (strcmp(self->offer->all[index].media[0], "audio") == 0)
        g_string_append_printf(self->text, "a=fmtp:%s sprop-stereo=1\r\n", payload);
    else
        write_offered(self, index, "fmtp", payload);
}

static void write_formats(OysterAnswerWriter *self, guint index) {
    const OysterSdpSection *offered = &self->offer->all[index];
    for (char **payload = formats(self, index); *payload != NULL; payload++) {
        if (!sdp_section_has_format(offered, *payload))
            continue;
        write_offered(self, index, "rtpmap", *payload);
        write_offered(self, index, "rtcp-fb", *payload);
        write_parameters(self, index, *payload);
    }
}

/** The direction to write: the offer only receives video. */
static const char *direction(const OysterAnswerWriter *self, guint index) {
    if (!is_taken(self, index))
        return "inactive";
    const char *answered = answer_direction(self->answer, index);
    gboolean is_video = strcmp(self->offer->all[index].media[0], "video") == 0;
    return is_video ? "sendonly" : answered;
}

static gboolean claim_ssrc(OysterAnswerWriter *self, guint32 ssrc) {
    for (guint index = 0; index < self->ssrc_count; index++)
        if (self->ssrcs[index] == ssrc)
            return FALSE;
    if (self->ssrc_count == G_N_ELEMENTS(self->ssrcs))
        return FALSE;
    self->ssrcs[self->ssrc_count++] = ssrc;
    return TRUE;
}

/** Lines `a=ssrc:1234 cname:…`. */
static void write_ssrcs(OysterAnswerWriter *self, guint index) {
    GPtrArray *attributes = self->answer->all[index].attributes;
    guint written = 0;
    for (guint each = 0; each < attributes->len && written < MAX_SSRCS; each++) {
        const char *attribute = g_ptr_array_index(attributes, each);
        if (!g_str_has_prefix(attribute, "ssrc:"))
            continue;
        char *end = NULL;
        guint64 ssrc = g_ascii_strtoull(attribute + strlen("ssrc:"), &end, 10);
        if (ssrc == 0 || ssrc > G_MAXUINT32 || !g_str_has_prefix(end, " cname:") ||
            !claim_ssrc(self, (guint32)ssrc))
            continue;
        g_string_append_printf(self->text, "a=ssrc:%u cname:server\r\n", (guint32)ssrc);
        written++;
    }
}

static void write_data(OysterAnswerWriter *self, guint index) {
    guint64 port = 0;
    const char *value = sdp_section_value(&self->answer->all[index], "sctp-port");
    if (value != NULL && g_ascii_string_to_unsigned(value, 10, 1, G_MAXUINT16, &port, NULL))
        g_string_append_printf(self->text, "a=sctp-port:%u\r\n", (guint)port);
    else
        g_string_append(self->text, "a=sctp-port:5000\r\n");
}

static void write_media_line(OysterAnswerWriter *self, guint index) {
    const OysterSdpSection *offered = &self->offer->all[index];
    g_string_append_printf(self->text, "m=%s %s %s", offered->media[0],
                           is_open(self, index) ? "9" : "0", offered->media[2]);
    for (char **format = formats(self, index); *format != NULL; format++)
        if (sdp_section_has_format(offered, *format))
            g_string_append_printf(self->text, " %s", *format);
    g_string_append(self->text, "\r\nc=IN IP4 0.0.0.0\r\n");
}

static void write_section(OysterAnswerWriter *self, guint index) {
    write_media_line(self, index);
    write_identity(self, index);
    if (!is_open(self, index)) {
        g_string_append(self->text, "a=inactive\r\n");
        return;
    }
    write_candidates(self);
    if (strcmp(self->offer->all[index].media[0], "application") == 0) {
        write_data(self, index);
        return;
    }
    g_string_append_printf(self->text, "a=rtcp-mux\r\na=%s\r\n", direction(self, index));
    write_formats(self, index);
    write_ssrcs(self, index);
}

static void write_head(OysterAnswerWriter *self) {
    g_string_append(self->text, "v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\n");
    if (sdp_section_value(&self->answer->all[0], "ice-lite") != NULL)
        g_string_append(self->text, "a=ice-lite\r\n");
    g_string_append(self->text, "a=group:BUNDLE");
    for (guint index = 1; index < self->answer->count; index++)
        if (is_open(self, index))
            g_string_append_printf(self->text, " %s",
                                   sdp_section_value(&self->offer->all[index], "mid"));
    g_string_append(self->text, "\r\n");
}

static char *write_answer(const OysterSdp *offer, const OysterSdp *answer, guint leader) {
    OysterAnswerWriter self = {
        .offer = offer, .answer = answer, .leader = leader, .text = g_string_new(NULL)};
    write_head(&self);
    for (guint index = 1; index < answer->count; index++)
        write_section(&self, index);
    return g_string_free(self.text, FALSE);
}

char *sdp_sanitize_answer(const char *offer, const char *answer, OysterAnswerError *error) {
    OysterSdp offered, answered;
    *error = (OysterAnswerError){0};
    if (!sdp_read(&offered, offer)) {
        error->reason = "the offer is not SDP";
        return NULL;
    }
    char *clean = NULL;
    if (sdp_read(&answered, answer)) {
        guint leader = answer_check(&offered, &answered, error);
        if (leader != 0)
            clean = write_answer(&offered, &answered, leader);
        sdp_clear(&answered);
    } else {
        error->reason = "the answer is not SDP";
    }
    sdp_clear(&offered);
    return clean;
}
