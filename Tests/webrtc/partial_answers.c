/* SPDX-License-Identifier: Apache-2.0 */
/* Answers that refuse a section or list hashes that the engine does not accept: video plays if the
 * answer allows it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "happyoyster/error.h"
#include "harness.h"

/** How an answer is changed; NULL and false mean no change. */
typedef struct OysterAnswerChange {
    /** The kinds of up to two sections to refuse with port 0. */
    const char *refused[2];
    /** The refused section keeps only its `mid`. */
    bool is_bare;
    /** The kind of a section to make inactive. */
    const char *inactive;
    /** The kind of a section that gets a single format, which was not offered. */
    const char *unknown_codec;
    /** Lines to add before and after each fingerprint. */
    const char *before_fingerprint, *after_fingerprint;
    /** The fingerprint is at the session level only. */
    bool is_fingerprint_above;
} OysterAnswerChange;

static bool is_one_of(const char *kind, size_t length, const char *const *kinds, size_t count) {
    for (size_t index = 0; index < count; index++)
        if (kinds[index] != NULL && strlen(kinds[index]) == length &&
            strncmp(kind, kinds[index], length) == 0)
            return true;
    return false;
}

static bool begins(const char *line, const char *prefix) {
    return strncmp(line, prefix, strlen(prefix)) == 0;
}

/** Writes an `m=` line with another port or format. */
static void add_media(FILE *out, const OysterAnswerChange *how, const char *line, bool is_refused) {
    const char *kind = line + 2;
    const char *port = strchr(kind, ' ') + 1;
    const char *rest = strchr(port, ' ');
    fprintf(out, "%.*s%s", (int)(port - line), line, is_refused ? "0" : "9");
    size_t length = (size_t)(port - 1 - kind);
    if (is_one_of(kind, length, &how->unknown_codec, 1))
        fprintf(out, "%.*s 126\r\n", (int)(strchr(rest + 1, ' ') - rest), rest);
    else
        fputs(rest, out);
}

static void add_fingerprint(FILE *out, const OysterAnswerChange *how, const char *line) {
    if (how->before_fingerprint != NULL)
        fprintf(out, "%s\r\n", how->before_fingerprint);
    fputs(line, out);
    if (how->after_fingerprint != NULL)
        fprintf(out, "%s\r\n", how->after_fingerprint);
}

/** What the section of a line is. */
typedef struct OysterLinePosition {
    bool is_refused, is_inactive;
} OysterLinePosition;

static void add_line(FILE *out, const OysterAnswerChange *how, const char *line,
                     OysterLinePosition *at) {
    if (begins(line, "m=")) {
        size_t length = strcspn(line + 2, " ");
        at->is_refused = is_one_of(line + 2, length, how->refused, 2);
        at->is_inactive = is_one_of(line + 2, length, &how->inactive, 1);
        add_media(out, how, line, at->is_refused);
    } else if (at->is_refused && how->is_bare && !begins(line, "a=mid:")) {
        return;
    } else if (at->is_inactive && (begins(line, "a=send") || begins(line, "a=recv"))) {
        fputs("a=inactive\r\n", out);
    } else if (begins(line, "a=fingerprint:")) {
        if (!how->is_fingerprint_above)
            add_fingerprint(out, how, line);
    } else if (!begins(line, "a=bundle-only")) {
        fputs(line, out);
    }
}

static char *change_answer(const char *sdp, void *context) {
    const OysterAnswerChange *how = context;
    char *result = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&result, &size);
    char *copy = strdup(sdp), *rest = copy, line[1100];
    const char *fingerprint = strstr(sdp, "a=fingerprint:");
    OysterLinePosition at = {0};
    for (char *each = strsep(&rest, "\n"); each != NULL && *each != '\0';
         each = strsep(&rest, "\n")) {
        snprintf(line, sizeof line, "%s\n", each);
        add_line(out, how, line, &at);
        if (begins(line, "t=") && how->is_fingerprint_above) {
            snprintf(line, sizeof line, "%.*s\n", (int)strcspn(fingerprint, "\n"), fingerprint);
            add_fingerprint(out, how, line);
        }
    }
    fclose(out);
    free(copy);
    return result;
}

#define SHA_1 "a=fingerprint:sha-1 AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB"
#define MD5 "a=fingerprint:md5 AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB:AB"
#define OTHER_SHA_384                                                                    \
    "a=fingerprint:SHA-384 00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00:11:22:33:" \
    "44:55:66:77:88:99:AA:BB:CC:DD:EE:FF:00:11:22:33:44:55:66:77:88:99:AA:BB:CC:DD:EE:FF"

static const struct {
    const char *name;
    OysterAnswerChange change;
} accepted[] = {
    {"data channels refused", {.refused = {"application"}}},
    {"data channels refused, the section bare", {.refused = {"application"}, .is_bare = true}},
    {"audio refused", {.refused = {"audio"}}},
    {"audio refused, the section bare", {.refused = {"audio"}, .is_bare = true}},
    {"audio and data channels refused", {.refused = {"audio", "application"}, .is_bare = true}},
    {"audio inactive", {.inactive = "audio"}},
    {"audio of an unknown codec", {.unknown_codec = "audio"}},
    {"SHA-1 first", {.before_fingerprint = SHA_1}},
    {"SHA-1 last", {.after_fingerprint = SHA_1}},
    {"MD5 first, SHA-1 last, above all sections",
     {.before_fingerprint = MD5, .after_fingerprint = SHA_1, .is_fingerprint_above = true}},
    {"another certificate first", {.before_fingerprint = OTHER_SHA_384}},
    {"audio refused, SHA-1 first", {.refused = {"audio"}, .before_fingerprint = SHA_1}},
};

static oyster_result command(OysterHarness *self) {
    const oyster_stream_command one = {.size = sizeof one, .sequence = 1};
    return self->engine->send_command(self->stream, &one);
}

static void expect_video(OysterHarness *self, const char *name, const OysterAnswerChange *how) {
    fprintf(stderr, "%s\n", name);
    harness_reset(self);
    self->edit_answer = change_answer;
    self->edit_context = (void *)how;
    harness_join(self);
    AWAIT(self, self->frames > 0 && self->state == OYSTER_STREAM_STATE_PLAYING);
    EXPECT(self, self->posts == 1 && self->failures == 0);
    if (is_one_of("application", strlen("application"), how->refused, 2))
        EXPECT(self, command(self) == OYSTER_ERROR_CHANNEL_NOT_READY);
    harness_leave(self);
    EXPECT(self, self->deletions == 1 && self->failures == 0);
}

/* The gateway accepts offers with several fingerprints, as browsers may write them. */
static void expect_video_from_the_gateway(OysterHarness *self, const OysterAnswerChange *how) {
    fprintf(stderr, "an offer with several fingerprints\n");
    harness_reset(self);
    self->edit_answer = NULL;
    self->edit_offer = change_answer;
    self->edit_context = (void *)how;
    harness_join(self);
    AWAIT(self, self->frames > 0);
    EXPECT(self, self->posts == 1 && self->losses == 0);
    harness_leave(self);
    self->edit_offer = NULL;
}

/* The engine reports a failure with the reason, at once. */
static void expect_failure(OysterHarness *self, const OysterAnswerChange *how, const char *reason) {
    fprintf(stderr, "%s\n", reason);
    harness_reset(self);
    self->edit_answer = change_answer;
    self->edit_context = (void *)how;
    harness_join(self);
    AWAIT(self, self->failures == 1);
    EXPECT(self, strcmp(self->failure, reason) == 0 && self->posts == 1);
    harness_leave(self);
    EXPECT(self, self->deletions == 1 && self->frames == 0);
}

int main(int count, char **arguments) {
    static OysterHarness self;
    if (count != 3)
        return 2;
    harness_start(&self, arguments + 1);
    for (size_t index = 0; index < sizeof accepted / sizeof *accepted; index++)
        expect_video(&self, accepted[index].name, &accepted[index].change);
    expect_video_from_the_gateway(&self, &(OysterAnswerChange){.before_fingerprint = SHA_1,
                                                               .after_fingerprint = OTHER_SHA_384});
    expect_failure(&self, &(OysterAnswerChange){.refused = {"video"}}, "the answer refuses video");
    expect_failure(&self, &(OysterAnswerChange){.unknown_codec = "video"},
                   "the answer has no video format of the offer");
    harness_stop(&self);
    return 0;
}
