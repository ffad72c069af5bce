/* SPDX-License-Identifier: Apache-2.0 */
#include "answer.h"

#include <string.h>

#include "candidate.h"
#include "sections.h"

enum { MOST_CANDIDATES = 32, MOST_SOURCES = 4, FIRST_FORMAT = 3 };

/** What is being written. */
typedef struct writing {
    const sections *offer;
    const sections *answer;
    /** The active section whose transport all share, as bundled ones do. */
    guint leader;
    GString *text;
    gboolean has_candidates;
    /** Synchronisation sources, each of one section only. */
    guint32 sources[MOST_SECTIONS * MOST_SOURCES];
    guint source_count;
} writing;

/* Pieces. */

static gboolean is_of(const char *text, const char *extra, size_t least, size_t most) {
    size_t length = text == NULL ? 0 : strlen(text);
    if (length < least || length > most)
        return FALSE;
    for (; *text != '\0'; text++)
        if (!g_ascii_isalnum(*text) && strchr(extra, *text) == NULL)
            return FALSE;
    return TRUE;
}

/** `sha-256 AB:CD:…` with as many bytes as the hash has. */
static gboolean is_fingerprint(const char *text) {
    static const struct {
        const char *hash;
        size_t bytes;
    } hashes[] = {{"sha-256 ", 32}, {"sha-384 ", 48}, {"sha-512 ", 64}};
    for (gsize index = 0; text != NULL && index < G_N_ELEMENTS(hashes); index++) {
        size_t length = strlen(hashes[index].hash);
        if (g_ascii_strncasecmp(text, hashes[index].hash, length) == 0)
            return strlen(text) == length + hashes[index].bytes * 3 - 1 &&
                   strspn(text + length, "0123456789abcdefABCDEF:") == strlen(text) - length;
    }
    return FALSE;
}

static gboolean is_active(const section *section) {
    return strcmp(section->media[1], "0") != 0 || section_value(section, "bundle-only") != NULL;
}

static gboolean is_role(const char *setup) {
    return g_strcmp0(setup, "active") == 0 || g_strcmp0(setup, "passive") == 0;
}

/* Checks. */

static const char *check_transport(const sections *answer, guint index) {
    if (!is_of(sections_value(answer, index, "ice-ufrag"), "+/", 4, 256) ||
        !is_of(sections_value(answer, index, "ice-pwd"), "+/", 22, 256))
        return "the answer has no ICE credentials";
    if (!is_fingerprint(sections_value(answer, index, "fingerprint")))
        return "the answer has no fingerprint";
    if (!is_role(sections_value(answer, index, "setup")))
        return "the answer takes no DTLS role";
    return NULL;
}

/** Sections must be those of the offer, in order; the pictures' must be taken. */
static const char *check_sections(writing *self) {
    if (self->offer->count != self->answer->count)
        return "the answer has other sections than the offer";
    for (guint index = 1; index < self->answer->count; index++) {
        const section *asked = &self->offer->all[index], *got = &self->answer->all[index];
        if (strcmp(asked->media[0], got->media[0]) != 0)
            return "the answer has other sections than the offer";
        if (!is_active(got)) {
            if (strcmp(got->media[0], "video") == 0)
                return "the answer refuses video";
            continue;
        }
        if (g_strcmp0(section_value(asked, "mid"), section_value(got, "mid")) != 0)
            return "the answer names other sections than the offer";
        if (self->leader == 0)
            self->leader = index;
    }
    return self->leader == 0 ? "the answer refuses everything"
                             : check_transport(self->answer, self->leader);
}

/* Writing. */

static void line(writing *self, const char *name, const char *value) {
    g_string_append_printf(self->text, "a=%s:%s\r\n", name, value);
}

static const char *shared(const writing *self, const char *name) {
    return sections_value(self->answer, self->leader, name);
}

static void write_transport(writing *self, guint index) {
    line(self, "ice-ufrag", shared(self, "ice-ufrag"));
    line(self, "ice-pwd", shared(self, "ice-pwd"));
    line(self, "fingerprint", shared(self, "fingerprint"));
    line(self, "setup", shared(self, "setup"));
    line(self, "mid", section_value(&self->offer->all[index], "mid"));
    if (self->has_candidates)
        return;
    self->has_candidates = TRUE;
    guint written = 0;
    for (guint from = 0; from < self->answer->count; from++) {
        GPtrArray *attributes = self->answer->all[from].attributes;
        for (guint each = 0; each < attributes->len && written < MOST_CANDIDATES; each++) {
            const char *attribute = g_ptr_array_index(attributes, each);
            if (!g_str_has_prefix(attribute, "candidate:"))
                continue;
            candidate_append(self->text, attribute + strlen("candidate:"));
            written++;
        }
    }
}

/** The offer's lines `name:payload …` of a payload type; feedback only as far as it was answered.
 */
static void write_offered(writing *self, guint index, const char *name, const char *payload) {
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
static void write_parameters(writing *self, guint index, const char *payload) {
    if (strcmp(self->offer->all[index].media[0], "audio") == 0)
        g_string_append_printf(self->text, "a=fmtp:%s sprop-stereo=1\r\n", payload);
    else
        write_offered(self, index, "fmtp", payload);
}

static void write_formats(writing *self, guint index) {
    char **words = self->answer->all[index].media + FIRST_FORMAT;
    const section *asked = &self->offer->all[index];
    for (char **payload = words; *payload != NULL; payload++) {
        if (!section_has_format(asked, *payload))
            continue;
        write_offered(self, index, "rtpmap", *payload);
        write_offered(self, index, "rtcp-fb", *payload);
        write_parameters(self, index, *payload);
    }
}

/** What the server may do with what was offered. */
static const char *direction(const writing *self, guint index) {
    gboolean is_video = strcmp(self->offer->all[index].media[0], "video") == 0;
    gboolean is_silent = sections_value(self->answer, index, "inactive") != NULL;
    gboolean only_receives = sections_value(self->answer, index, "recvonly") != NULL;
    gboolean only_sends = sections_value(self->answer, index, "sendonly") != NULL;
    if (is_silent || (is_video && only_receives))
        return "inactive";
    if (is_video || only_sends)
        return "sendonly";
    return only_receives ? "recvonly" : "sendrecv";
}

static gboolean claim_source(writing *self, guint32 source) {
    for (guint index = 0; index < self->source_count; index++)
        if (self->sources[index] == source)
            return FALSE;
    if (self->source_count == G_N_ELEMENTS(self->sources))
        return FALSE;
    self->sources[self->source_count++] = source;
    return TRUE;
}

/** `ssrc:1234 cname:…`: which stream is whose. */
static void write_sources(writing *self, guint index) {
    GPtrArray *attributes = self->answer->all[index].attributes;
    guint written = 0;
    for (guint each = 0; each < attributes->len && written < MOST_SOURCES; each++) {
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

static void write_data(writing *self, guint index) {
    guint64 port = 0;
    const char *value = section_value(&self->answer->all[index], "sctp-port");
    if (value != NULL && g_ascii_string_to_unsigned(value, 10, 1, G_MAXUINT16, &port, NULL))
        g_string_append_printf(self->text, "a=sctp-port:%u\r\n", (guint)port);
    else
        g_string_append(self->text, "a=sctp-port:5000\r\n");
}

static void write_media_line(writing *self, guint index, gboolean is_taken) {
    const section *asked = &self->offer->all[index];
    g_string_append_printf(self->text, "m=%s %s %s", asked->media[0], is_taken ? "9" : "0",
                           asked->media[2]);
    char **words = is_taken ? self->answer->all[index].media : asked->media;
    for (char **format = words + FIRST_FORMAT; *format != NULL; format++)
        if (section_has_format(asked, *format))
            g_string_append_printf(self->text, " %s", *format);
    g_string_append(self->text, "\r\nc=IN IP4 0.0.0.0\r\n");
}

static gboolean shares_format(const writing *self, guint index) {
    for (char **format = self->answer->all[index].media + FIRST_FORMAT; *format != NULL; format++)
        if (section_has_format(&self->offer->all[index], *format))
            return TRUE;
    return FALSE;
}

static void write_section(writing *self, guint index) {
    gboolean is_taken = is_active(&self->answer->all[index]) && shares_format(self, index);
    write_media_line(self, index, is_taken);
    if (!is_taken) {
        line(self, "mid", section_value(&self->offer->all[index], "mid"));
        g_string_append(self->text, "a=inactive\r\n");
        return;
    }
    write_transport(self, index);
    if (strcmp(self->offer->all[index].media[0], "application") == 0) {
        write_data(self, index);
        return;
    }
    g_string_append_printf(self->text, "a=rtcp-mux\r\na=%s\r\n", direction(self, index));
    write_formats(self, index);
    write_sources(self, index);
}

static void write_head(writing *self) {
    g_string_append(self->text, "v=0\r\no=- 1 1 IN IP4 0.0.0.0\r\ns=-\r\nt=0 0\r\n");
    if (section_value(&self->answer->all[0], "ice-lite") != NULL)
        g_string_append(self->text, "a=ice-lite\r\n");
    g_string_append(self->text, "a=group:BUNDLE");
    for (guint index = 1; index < self->answer->count; index++)
        if (is_active(&self->answer->all[index]) && shares_format(self, index))
            g_string_append_printf(self->text, " %s",
                                   section_value(&self->offer->all[index], "mid"));
    g_string_append(self->text, "\r\n");
}

char *answer_clean(const char *offer, const char *answer, const char **complaint) {
    sections asked, got;
    if (!sections_read(&asked, offer)) {
        *complaint = "the offer is no SDP";
        return NULL;
    }
    if (!sections_read(&got, answer)) {
        sections_clear(&asked);
        *complaint = "the answer is no SDP";
        return NULL;
    }
    writing self = {.offer = &asked, .answer = &got, .text = g_string_new(NULL)};
    *complaint = check_sections(&self);
    for (guint index = 1; *complaint == NULL && index < got.count; index++)
        if (strcmp(got.all[index].media[0], "video") == 0 && !shares_format(&self, index))
            *complaint = "the answer has no video format of the offer";
    if (*complaint == NULL) {
        write_head(&self);
        for (guint index = 1; index < got.count; index++)
            write_section(&self, index);
    }
    sections_clear(&asked);
    sections_clear(&got);
    return g_string_free(self.text, *complaint != NULL);
}
