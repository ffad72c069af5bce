/* SPDX-License-Identifier: Apache-2.0 */
/* What the engine makes of each answer that a signalling server may give. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rendezvous.h"

/* A status that may pass is tried again within the same join. */
static void expect_another_try(rendezvous *self, int status) {
    fprintf(stderr, "%d twice, then well\n", status);
    rendezvous_forget(self);
    self->refusal = status;
    self->refusals = 2;
    rendezvous_join(self);
    AWAIT(self, self->frames > 0);
    EXPECT(self, self->posts == 3 && self->failures == 0 && self->first_frames == 1);
    rendezvous_leave(self);
    EXPECT(self, self->deletions == 1 && self->closings == 1);
}

/* Others are final. */
static void expect_failure(rendezvous *self, int status) {
    fprintf(stderr, "%d\n", status);
    rendezvous_forget(self);
    self->refusal = status;
    self->refusals = 1;
    int64_t start = now_ms();
    rendezvous_join(self);
    AWAIT(self, self->failures == 1);
    EXPECT(self, now_ms() - start < 2000 && self->posts == 1);
    EXPECT(self, strlen(self->failure) > 0);
    rendezvous_leave(self);
    EXPECT(self, self->deletions == 0 && self->closings == 1 && self->failures == 1);
    self->refusals = 0;
}

/* Trouble without end is a failure when the time to join is over. */
static void expect_an_end_of_patience(rendezvous *self) {
    fprintf(stderr, "500 for ever\n");
    rendezvous_forget(self);
    self->refusal = 500;
    self->refusals = 1000;
    self->timeout_ms = 1500;
    int64_t start = now_ms();
    rendezvous_join(self);
    AWAIT(self, self->failures == 1);
    EXPECT(self, now_ms() - start < 3000 && self->posts >= 3);
    rendezvous_leave(self);
    EXPECT(self, self->closings == 1 && self->failures == 1);
    self->refusals = 0;
    self->timeout_ms = 10000;
}

/* Without Location there is nothing to say goodbye to. */
static void expect_no_goodbye_without_location(rendezvous *self) {
    fprintf(stderr, "201 without Location\n");
    rendezvous_forget(self);
    self->hides_location = true;
    rendezvous_join(self);
    AWAIT(self, self->frames > 0);
    rendezvous_leave(self);
    EXPECT(self, self->deletions == 0 && self->closings == 1 && self->failures == 0);
    self->hides_location = false;
    rendezvous_vanish(self);
}

static char *replace(const char *sdp, void *context) {
    (void)sdp;
    return strdup(context);
}

/** The answer without the lines that begin so. */
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

/* A bad answer costs one attempt and is said goodbye to; the next one works. */
static void expect_recovery_from(rendezvous *self, const char *sdp) {
    fprintf(stderr, "an answer with \"%.20s\"\n", sdp);
    rendezvous_forget(self);
    self->mangle_context = (void *)sdp;
    self->mangle = replace;
    rendezvous_join(self);
    AWAIT(self, self->deletions >= 1);
    self->mangle = NULL;
    AWAIT(self, self->frames > 0);
    EXPECT(self, self->posts >= 2 && self->failures == 0);
    rendezvous_leave(self);
    EXPECT(self, self->deletions == self->posts && self->closings == 1);
}

/** The answer of somebody with another certificate. */
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

/* Whoever answers on the wire must be who answered the offer. */
static void expect_no_stranger(rendezvous *self) {
    fprintf(stderr, "an answer with another fingerprint\n");
    rendezvous_forget(self);
    self->mangle = change_fingerprint;
    rendezvous_join(self);
    AWAIT(self, self->deletions >= 1);
    EXPECT(self, self->frames == 0 && self->first_frames == 0 &&
                     self->states_seen[OYSTER_STREAM_STATE_CONNECTED] == 0);
    self->mangle = NULL;
    AWAIT(self, self->frames > 0);
    rendezvous_leave(self);
}

/* Whatever a server leaves out, nothing breaks, and leaving works. */
static void expect_survival_without(rendezvous *self, const char *prefix) {
    fprintf(stderr, "an answer without %s\n", prefix);
    rendezvous_forget(self);
    self->mangle_context = (void *)prefix;
    self->mangle = leave_out;
    rendezvous_join(self);
    AWAIT(self, self->posts > 0 && self->pending.done == NULL);
    pthread_mutex_lock(&self->lock);
    while (self->frames == 0 && self->deletions == 0 && rendezvous_wait(self)) {
        if (self->is_connected)
            break;
    }
    pthread_mutex_unlock(&self->lock);
    self->mangle = NULL;
    rendezvous_leave(self);
    EXPECT(self, self->closings == 1 && self->deletions == self->posts);
}

int main(int count, char **arguments) {
    static rendezvous self;
    if (count != 3)
        return 2;
    rendezvous_start(&self, arguments + 1);
    static const int passing[] = {0, 408, 409, 429, 500, 503, 302, 200};
    for (size_t index = 0; index < sizeof passing / sizeof *passing; index++)
        expect_another_try(&self, passing[index]);
    static const int final[] = {400, 401, 403, 404, 405};
    for (size_t index = 0; index < sizeof final / sizeof *final; index++)
        expect_failure(&self, final[index]);
    expect_an_end_of_patience(&self);
    expect_no_goodbye_without_location(&self);
    expect_recovery_from(&self, "");
    expect_recovery_from(&self, "no SDP at all");
    expect_recovery_from(&self, "v=0\r\n");
    expect_no_stranger(&self);
    static const char *const lines[] = {
        "v=",          "o=",         "s=",         "t=",
        "c=",          "m=audio",    "m=video",    "m=application",
        "a=group",     "a=mid",      "a=setup",    "a=fingerprint",
        "a=ice-ufrag", "a=ice-pwd",  "a=rtcp-mux", "a=rtpmap",
        "a=sctp-port", "a=sendrecv",
    };
    for (size_t index = 0; index < sizeof lines / sizeof *lines; index++)
        expect_survival_without(&self, lines[index]);
    rendezvous_stop(&self);
    return 0;
}
