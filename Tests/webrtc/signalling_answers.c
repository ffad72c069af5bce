/* SPDX-License-Identifier: Apache-2.0 */
/* How the engine reacts to each kind of answer of a signalling server. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"

/* After a temporary status the engine tries again within the same join. */
static void expect_another_try(OysterHarness *self, int status) {
    fprintf(stderr, "%d twice, then 201\n", status);
    harness_reset(self);
    self->refusal = status;
    self->refusals = 2;
    harness_join(self);
    AWAIT(self, self->frames > 0);
    EXPECT(self, self->posts == 3 && self->failures == 0 && self->first_frames == 1);
    harness_leave(self);
    EXPECT(self, self->deletions == 1 && self->closings == 1);
}

/* Other statuses are final. */
static void expect_failure(OysterHarness *self, int status) {
    fprintf(stderr, "%d\n", status);
    harness_reset(self);
    self->refusal = status;
    self->refusals = 1;
    int64_t start = now_ms();
    harness_join(self);
    AWAIT(self, self->failures == 1);
    EXPECT(self, now_ms() - start < 2000 && self->posts == 1);
    EXPECT(self, strlen(self->failure) > 0);
    harness_leave(self);
    EXPECT(self, self->deletions == 0 && self->closings == 1 && self->failures == 1);
    self->refusals = 0;
}

/* A temporary status is a failure when the time of the join is over. */
static void expect_failure_after_timeout(OysterHarness *self) {
    fprintf(stderr, "500 until the join times out\n");
    harness_reset(self);
    self->refusal = 500;
    self->refusals = 1000;
    self->timeout_ms = 1500;
    int64_t start = now_ms();
    harness_join(self);
    AWAIT(self, self->failures == 1);
    EXPECT(self, now_ms() - start < 3000 && self->posts >= 3);
    harness_leave(self);
    EXPECT(self, self->closings == 1 && self->failures == 1);
    self->refusals = 0;
    self->timeout_ms = 10000;
}

/* Without Location the engine sends no DELETE. */
static void expect_no_delete_without_location(OysterHarness *self) {
    fprintf(stderr, "201 without Location\n");
    harness_reset(self);
    self->hides_location = true;
    harness_join(self);
    AWAIT(self, self->frames > 0);
    harness_leave(self);
    EXPECT(self, self->deletions == 0 && self->closings == 1 && self->failures == 0);
    self->hides_location = false;
    harness_drop_viewer(self);
}

static char *replace(const char *sdp, void *context) {
    (void)sdp;
    return strdup(context);
}

/** The answer without the lines that begin with the context. */
static char *leave_out(const char *sdp, void *context) {
    const char *prefix = context;
    char *result = calloc(1, strlen(sdp) + 1);
    for (const char *line = sdp; *line != '\0';) {
        const char *end = strchr(line, '\n');
        size_t length = end == NULL ? strlen(line) : (size_t)(end - line) + 1;
        if (strncmp(line, prefix, strlen(prefix)) != 0)
            strncat(result, line, length);
        line += length;
    }
    return result;
}

/* An invalid answer ends one attempt, with DELETE; the next attempt plays. */
static void expect_recovery_from(OysterHarness *self, const char *sdp) {
    fprintf(stderr, "an answer with \"%.20s\"\n", sdp);
    harness_reset(self);
    self->edit_context = (void *)sdp;
    self->edit_answer = replace;
    harness_join(self);
    AWAIT(self, self->deletions >= 1);
    self->edit_answer = NULL;
    AWAIT(self, self->frames > 0);
    EXPECT(self, self->posts >= 2 && self->failures == 0);
    harness_leave(self);
    EXPECT(self, self->deletions == self->posts && self->closings == 1);
}

/** An answer with the fingerprint of another certificate. */
static char *change_fingerprint(const char *sdp, void *context) {
    (void)context;
    char *result = strdup(sdp);
    for (char *line = strstr(result, "a=fingerprint:sha-256 "); line != NULL;
         line = strstr(line + 1, "a=fingerprint:sha-256 ")) {
        char *digit = line + strlen("a=fingerprint:sha-256 ");
        *digit = *digit == '0' ? '1' : '0';
    }
    return result;
}

/* A peer whose certificate does not match the answer's fingerprint is not connected. */
static void expect_no_other_certificate(OysterHarness *self) {
    fprintf(stderr, "an answer with another fingerprint\n");
    harness_reset(self);
    self->edit_answer = change_fingerprint;
    harness_join(self);
    AWAIT(self, self->deletions >= 1);
    EXPECT(self, self->frames == 0 && self->first_frames == 0 &&
                     self->states_seen[OYSTER_STREAM_STATE_CONNECTED] == 0);
    self->edit_answer = NULL;
    AWAIT(self, self->frames > 0);
    harness_leave(self);
}

/* The engine survives an answer without any one kind of line, and leaves. */
static void expect_survival_without(OysterHarness *self, const char *prefix) {
    fprintf(stderr, "an answer without %s\n", prefix);
    harness_reset(self);
    self->edit_context = (void *)prefix;
    self->edit_answer = leave_out;
    harness_join(self);
    AWAIT(self, self->posts > 0 && self->pending.done == NULL);
    pthread_mutex_lock(&self->lock);
    while (self->frames == 0 && self->deletions == 0 && harness_wait(self)) {
        if (self->is_connected)
            break;
    }
    pthread_mutex_unlock(&self->lock);
    self->edit_answer = NULL;
    harness_leave(self);
    EXPECT(self, self->closings == 1 && self->deletions == self->posts);
}

int main(int count, char **arguments) {
    static OysterHarness self;
    if (count != 3)
        return 2;
    harness_start(&self, arguments + 1);
    static const int passing[] = {0, 408, 409, 429, 500, 503, 302, 200};
    for (size_t index = 0; index < sizeof passing / sizeof *passing; index++)
        expect_another_try(&self, passing[index]);
    static const int final[] = {400, 401, 403, 404, 405};
    for (size_t index = 0; index < sizeof final / sizeof *final; index++)
        expect_failure(&self, final[index]);
    expect_failure_after_timeout(&self);
    expect_no_delete_without_location(&self);
    expect_recovery_from(&self, "");
    expect_recovery_from(&self, "not SDP");
    expect_recovery_from(&self, "v=0\r\n");
    expect_no_other_certificate(&self);
    static const char *const lines[] = {
        "v=",          "o=",         "s=",         "t=",
        "c=",          "m=audio",    "m=video",    "m=application",
        "a=group",     "a=mid",      "a=setup",    "a=fingerprint",
        "a=ice-ufrag", "a=ice-pwd",  "a=rtcp-mux", "a=rtpmap",
        "a=sctp-port", "a=sendrecv",
    };
    for (size_t index = 0; index < sizeof lines / sizeof *lines; index++)
        expect_survival_without(&self, lines[index]);
    harness_stop(&self);
    return 0;
}
