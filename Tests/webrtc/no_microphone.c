/* SPDX-License-Identifier: Apache-2.0 */
/* The host switches a missing microphone on and off many times; the join continues. */
#include <stdio.h>
#include <stdlib.h>

#include "harness.h"

enum { TURNS = 20 };

static void expect_new_frames(OysterHarness *self) {
    unsigned frames = self->frames;
    AWAIT(self, self->frames > frames + 1);
}

int main(int count, char **arguments) {
    static OysterHarness self;
    if (count != 3)
        return 2;
    harness_start(&self, arguments + 1);
    harness_join(&self);
    // Before there is a connection, too.
    self.engine->set_local_audio(self.stream, true);
    AWAIT(&self, self.frames > 0);
    self.engine->set_local_audio(self.stream, false);
    unsigned threads = count_threads(), descriptors = count_descriptors();
    for (int turn = 0; turn < TURNS; turn++) {
        self.engine->set_local_audio(self.stream, true);
        if (turn % 4 == 0)
            expect_new_frames(&self);
        self.engine->set_local_audio(self.stream, false);
        self.engine->set_local_audio(self.stream, false);
    }
    expect_new_frames(&self);
    fprintf(stderr, "threads %u -> %u, descriptors %u -> %u\n", threads, count_threads(),
            descriptors, count_descriptors());
    // The last threads of a connection may start late, but no thread may be left with each turn.
    // With PULSE_SERVER, GStreamer leaves one with each turn if the server does not answer.
    if (getenv("PULSE_SERVER") == NULL)
        AWAIT(&self, count_threads() < threads + TURNS / 2 &&
                         count_descriptors() < descriptors + TURNS / 2);
    EXPECT(&self, self.posts == 1 && self.failures == 0);
    self.engine->set_local_audio(self.stream, true);
    harness_leave(&self);
    EXPECT(&self, self.closings == 1 && self.deletions == 1);
    harness_stop(&self);
    return 0;
}
