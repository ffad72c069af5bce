/* SPDX-License-Identifier: Apache-2.0 */
#include "sdp_sanitizer.h"

#include <string.h>

#include "answer_checks.h"
#include "candidate.h"

enum { MAX_CANDIDATES = 32, MAX_SOURCES = 4, MAX_FINGERPRINTS = 8 };

/** What is being written. */
typedef struct OysterAnswerWriter {
    const OysterSdp *offer;
    const OysterSdp *answer;
    /** The active section whose transport all share, as bundled ones do. */
    guint leader;
    GString *text;
    gboolean has_candidates;
    /** Synchronisation sources, each of one section only. */
    guint32 sources[MAX_SDP_SECTIONS * MAX_SOURCES];
    guint source_count;
} OysterAnswerWriter;

/* Writing. */

static void line(OysterAnswerWriter *self, const char *name, const char *value) {
    g_string_append_printf(self->text, "a=%s:%s\r\n", name, value);
}

static const char *shared(const OysterAnswerWriter *self, const char *name) {
    return sdp_value(self->answer, self->leader, name);
}

/** All that are usable: the certificate must match one of them. */
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

/** webrtcbin wants this of refused sections, too. */
static void write_identity(OysterAnswerWriter *self, guint index) {
    line(self, "ice-ufrag", shared(self, "ice-ufrag"));
    line(self, "ice-pwd", shared(self, "ice-pwd"));
    write_fingerprints(self);
    line(self, "setup", shared(self, "setup"));
    line(self, "mid", sdp_section_value(&self->offer->all[index], "mid"));
}

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
            candidate_append(self->text, attribute + strlen("candidate:"));
            written++;
        }
    }
}

static gboolean is_taken(const OysterAnswerWriter *self, guint index) {
    return answer_is_active(&self->answer->all[index]) &&
           answer_shares_format(self->offer, self->answer, index);
}

/**
 * Whether webrtcbin is to see a section as accepted. Its first section carries the transport of
 * all, so audio that the server refused is written as accepted and inactive: nothing is sent.
 */
static gboolean is_open(const OysterAnswerWriter *self, guint index) {
    return is_taken(self, index) || strcmp(self->offer->all[index].media[0], "audio") == 0;
}

/** The payload types that a section is written with; not all were offered. */
static char **formats(const OysterAnswerWriter *self, guint index) {
    const OysterSdp *source = is_taken(self, index) ? self->answer : self->offer;
    return sdp_section_formats(&source->all[index]);
}

/** The offer's lines `name:payload …` of a payload type; feedback only as far as it was answered.
 */
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

/** Opus tells in each packet whether it is stereo, and may change; who takes it for stereo loses
 *  nothing. Our own parameters speak of what we send. */
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

/** What the server may do with what was offered. */
static const char *direction(const OysterAnswerWriter *self, guint index) {
    if (!is_taken(self, index))
        return "inactive";
    const char *answered = answer_direction(self->answer, index);
    gboolean is_video = strcmp(self->offer->all[index].media[0], "video") == 0;
    return is_video ? "sendonly" : answered;
}

static gboolean claim_source(OysterAnswerWriter *self, guint32 source) {
    for (guint index = 0; index < self->source_count; index++)
        if (self->sources[index] == source)
            return FALSE;
    if (self->source_count == G_N_ELEMENTS(self->sources))
        return FALSE;
    self->sources[self->source_count++] = source;
    return TRUE;
}

/** `ssrc:1234 cname:…`: which stream is whose. */
static void write_sources(OysterAnswerWriter *self, guint index) {
    GPtrArray *attributes = self->answer->all[index].attributes;
    guint written = 0;
    for (guint each = 0; each < attributes->len && written < MAX_SOURCES; each++) {
        const char *attribute = g_ptr_array_index(attributes, each);
        if (!g_str_has_prefix(attribute, "ssrc:"))
            continue;
        char *end = NULL;
        guint64 source = g_ascii_strtoull(attribute + strlen("ssrc:"), &end, 10);
        if (source == 0 || source > G_MAXUINT32 || !g_str_has_prefix(end, " cname:") ||
            !claim_source(self, (guint32)source))
            continue;
        g_string_append_printf(self->text, "a=ssrc:%u cname:server\r\n", (guint32)source);
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
    write_sources(self, index);
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
        error->reason = "the offer is no SDP";
        return NULL;
    }
    char *clean = NULL;
    if (sdp_read(&answered, answer)) {
        guint leader = answer_check(&offered, &answered, error);
        if (leader != 0)
            clean = write_answer(&offered, &answered, leader);
        sdp_clear(&answered);
    } else {
        error->reason = "the answer is no SDP";
    }
    sdp_clear(&offered);
    return clean;
}
