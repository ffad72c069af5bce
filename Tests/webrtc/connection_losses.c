/* SPDX-License-Identifier: Apache-2.0 */
/* The server goes away without a word, or only its pictures do; the same join goes on. */
#include <stdio.h>

#include "harness.h"

static unsigned seen(OysterHarness *self, oyster_stream_state state) {
    return self->states_seen[state];
}

/** The server goes, and the engine says so; it may say more before this program looks. */
static void vanish(OysterHarness *self) {
    unsigned before = seen(self, OYSTER_STREAM_STATE_RECONNECTING);
    harness_drop_viewer(self);
    AWAIT(self, seen(self, OYSTER_STREAM_STATE_RECONNECTING) > before);
}

static void expect_pictures_again(OysterHarness *self, uint8_t luma) {
    self->sent_luma = luma;
    AWAIT(self, self->state == OYSTER_STREAM_STATE_PLAYING && self->luma + 6 >= luma &&
                    self->luma <= luma + 6);
}

/* No pictures, but reports: late, not lost. */
static void expect_patience_with_a_stall(OysterHarness *self) {
    self->is_stalled = true;
    AWAIT(self, self->state == OYSTER_STREAM_STATE_BUFFERING);
    self->is_stalled = false;
    expect_pictures_again(self, 90);
    EXPECT(self, self->posts == 1 && seen(self, OYSTER_STREAM_STATE_RECONNECTING) == 0);
}

static void expect_a_new_connection(OysterHarness *self) {
    vanish(self);
    expect_pictures_again(self, 150);
    EXPECT(self, self->posts == 2 && self->deletions == 1);
}

/* The server comes back only at the third try. */
static void expect_perseverance(OysterHarness *self) {
    self->refusal = 503;
    self->refusals = 2;
    vanish(self);
    expect_pictures_again(self, 210);
    EXPECT(self, self->posts == 5);
}

/* What the server refuses for good while it is rebuilt is a failure. */
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
    expect_pictures_again(&self, 60);
    expect_patience_with_a_stall(&self);
    expect_a_new_connection(&self);
    expect_perseverance(&self);
    EXPECT(&self, self.first_frames == 1 && self.failures == 0);
    expect_a_failure(&self);
    harness_leave(&self);
    EXPECT(&self, self.first_frames == 1 && self.failures == 1 && self.closings == 1);
    harness_stop(&self);
    return 0;
}
