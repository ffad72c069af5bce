/* SPDX-License-Identifier: Apache-2.0 */
/* In each state a leave ends with one `closed`, and sends DELETE if there is a WHEP resource. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "harness.h"

static void begin(OysterHarness *self, const char *phase) {
    fprintf(stderr, "leave %s\n", phase);
    harness_reset(self);
    harness_join(self);
}

static void leave(OysterHarness *self, unsigned deletions) {
    harness_leave(self);
    EXPECT(self, self->closings == 1 && self->deletions == deletions && self->failures == 0);
}

/** Leaves before the server answers the offer, and answers then. */
static void leave_before_the_answer(OysterHarness *self, int status) {
    fprintf(stderr, "leave before an answer of %d\n", status);
    harness_reset(self);
    self->holds_answers = true;
    harness_join(self);
    AWAIT(self, self->posts == 1 && self->held != NULL);
    self->engine->leave(self->stream);
    harness_answer(self, status);
    AWAIT(self, self->closings == 1);
    // The resource of an answer that comes after the leave is deleted, too.
    EXPECT(self, self->deletions == (status == 201) && self->failures == 0);
    harness_drop_viewer(self);
}

static char *hide_candidates(const char *sdp, void *context) {
    (void)context;
    char *result = strdup(sdp);
    for (char *line = strstr(result, "a=candidate"); line != NULL;
         line = strstr(line, "a=candidate"))
        memcpy(line, "a=nothingxx", strlen("a=candidate"));
    return result;
}

static void leave_without_candidates(OysterHarness *self) {
    self->edit_answer = hide_candidates;
    begin(self, "while it connects");
    AWAIT(self, self->posts == 1 && self->pending.done == NULL);
    leave(self, 1);
    self->edit_answer = NULL;
}

static void leave_while_reconnecting(OysterHarness *self) {
    begin(self, "while it reconnects");
    AWAIT(self, self->frames > 0);
    self->refusal = 500;
    self->refusals = 1000;
    harness_drop_viewer(self);
    AWAIT(self, self->state == OYSTER_STREAM_STATE_RECONNECTING && self->posts > 2);
    leave(self, 1);
    self->refusals = 0;
}

static void leave_a_failure(OysterHarness *self) {
    self->refusal = 403;
    self->refusals = 1;
    begin(self, "after a failure");
    AWAIT(self, self->failures == 1);
    harness_leave(self);
    EXPECT(self, self->closings == 1 && self->deletions == 0);
}

static void leave_without_response_to_delete(OysterHarness *self) {
    self->deletion_status = 0;
    begin(self, "while DELETE fails");
    AWAIT(self, self->frames > 0);
    leave(self, 1);
    self->deletion_status = 200;
}

int main(int count, char **arguments) {
    static OysterHarness self;
    if (count != 3)
        return 2;
    harness_start(&self, arguments + 1);
    begin(&self, "at once");
    leave(&self, 0);
    static const int answers[] = {201, 500, 404, 0};
    for (size_t index = 0; index < sizeof answers / sizeof *answers; index++)
        leave_before_the_answer(&self, answers[index]);
    leave_without_candidates(&self);
    begin(&self, "before the first frame");
    AWAIT(&self, self.is_connected);
    leave(&self, 1);
    begin(&self, "while it plays");
    AWAIT(&self, self.frames > 3);
    leave(&self, 1);
    leave_while_reconnecting(&self);
    leave_a_failure(&self);
    leave_without_response_to_delete(&self);
    harness_stop(&self);
    return 0;
}
