/* SPDX-License-Identifier: Apache-2.0 */
/* The server goes away without a word, or only its pictures do; the same join goes on. */
#include <stdio.h>

#include "rendezvous.h"

static unsigned seen(rendezvous *self, oyster_stream_state state) {
    return self->states_seen[state];
}

/** The server goes, and the engine says so; it may say more before this program looks. */
static void vanish(rendezvous *self) {
    unsigned before = seen(self, OYSTER_STREAM_STATE_RECONNECTING);
    rendezvous_vanish(self);
    AWAIT(self, seen(self, OYSTER_STREAM_STATE_RECONNECTING) > before);
}

static void expect_pictures_again(rendezvous *self, uint8_t luma) {
    self->sent_luma = luma;
    AWAIT(self, self->state == OYSTER_STREAM_STATE_PLAYING && self->luma + 6 >= luma &&
                    self->luma <= luma + 6);
}

/* No pictures, but reports: late, not lost. */
static void expect_patience_with_a_stall(rendezvous *self) {
    self->is_stalled = true;
    AWAIT(self, self->state == OYSTER_STREAM_STATE_BUFFERING);
    self->is_stalled = false;
    expect_pictures_again(self, 90);
    EXPECT(self, self->posts == 1 && seen(self, OYSTER_STREAM_STATE_RECONNECTING) == 0);
}

static void expect_a_new_connection(rendezvous *self) {
    vanish(self);
    expect_pictures_again(self, 150);
    EXPECT(self, self->posts == 2 && self->deletions == 1);
}

/* The server comes back only at the third try. */
static void expect_perseverance(rendezvous *self) {
    self->refusal = 503;
    self->refusals = 2;
    vanish(self);
    expect_pictures_again(self, 210);
    EXPECT(self, self->posts == 5);
}

/* What the server refuses for good while it is rebuilt is a failure. */
static void expect_a_failure(rendezvous *self) {
    self->refusal = 404;
    self->refusals = 1;
    rendezvous_vanish(self);
    AWAIT(self, self->failures == 1);
    EXPECT(self, self->posts == 6);
}

int main(int count, char **arguments) {
    static rendezvous self;
    if (count != 3)
        return 2;
    rendezvous_start(&self, arguments + 1);
    rendezvous_join(&self);
    expect_pictures_again(&self, 60);
    expect_patience_with_a_stall(&self);
    expect_a_new_connection(&self);
    expect_perseverance(&self);
    EXPECT(&self, self.first_frames == 1 && self.failures == 0);
    expect_a_failure(&self);
    rendezvous_leave(&self);
    EXPECT(&self, self.first_frames == 1 && self.failures == 1 && self.closings == 1);
    rendezvous_stop(&self);
    return 0;
}
