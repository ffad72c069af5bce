/* SPDX-License-Identifier: Apache-2.0 */
/* The server disappears, or stops sending frames; the same join continues. */
#include <stdio.h>

#include "harness.h"

static unsigned seen(OysterHarness *self, oyster_stream_state state) {
    return self->states_seen[state];
}

/** The server disappears, and the engine reports RECONNECTING; it may report more states before
 * this program reads them. */
static void drop_server(OysterHarness *self) {
    unsigned before = seen(self, OYSTER_STREAM_STATE_RECONNECTING);
    harness_drop_viewer(self);
    AWAIT(self, seen(self, OYSTER_STREAM_STATE_RECONNECTING) > before);
}

static void expect_frames_again(OysterHarness *self, uint8_t luma) {
    self->sent_luma = luma;
    AWAIT(self, self->state == OYSTER_STREAM_STATE_PLAYING && self->luma + 6 >= luma &&
                    self->luma <= luma + 6);
}

/* Without frames, but with RTCP reports, the state is BUFFERING and the connection stays. */
static void expect_buffering_in_a_stall(OysterHarness *self) {
    self->is_stalled = true;
    AWAIT(self, self->state == OYSTER_STREAM_STATE_BUFFERING);
    self->is_stalled = false;
    expect_frames_again(self, 90);
    EXPECT(self, self->posts == 1 && seen(self, OYSTER_STREAM_STATE_RECONNECTING) == 0);
}

static void expect_a_new_connection(OysterHarness *self) {
    drop_server(self);
    expect_frames_again(self, 150);
    EXPECT(self, self->posts == 2 && self->deletions == 1);
}

/* The third attempt after a loss succeeds. */
static void expect_more_attempts(OysterHarness *self) {
    self->refusal = 503;
    self->refusals = 2;
    drop_server(self);
    expect_frames_again(self, 210);
    EXPECT(self, self->posts == 5);
}

/* 404 to a new offer after a loss is a failure. */
static void expect_a_failure(OysterHarness *self) {
    self->refusal = 404;
    self->refusals = 1;
    harness_drop_viewer(self);
    AWAIT(self, self->failures == 1);
    EXPECT(self, self->posts == 6);
}

int main(int count, char **arguments) {
    static OysterHarness self;
    if (count != 3)
        return 2;
    harness_start(&self, arguments + 1);
    harness_join(&self);
    expect_frames_again(&self, 60);
    expect_buffering_in_a_stall(&self);
    expect_a_new_connection(&self);
    expect_more_attempts(&self);
    EXPECT(&self, self.first_frames == 1 && self.failures == 0);
    expect_a_failure(&self);
    harness_leave(&self);
    EXPECT(&self, self.first_frames == 1 && self.failures == 1 && self.closings == 1);
    harness_stop(&self);
    return 0;
}
