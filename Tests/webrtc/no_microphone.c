/* SPDX-License-Identifier: Apache-2.0 */
/* A microphone that is not there is asked for and given back, again and again; the join goes on. */
#include <stdio.h>
#include <stdlib.h>

#include "harness.h"

enum { TURNS = 20 };

static void expect_new_pictures(OysterHarness *self) {
    unsigned frames = self->frames;
    AWAIT(self, self->frames > frames + 1);
}

int main(int count, char **arguments) {
    static OysterHarness self;
    if (count != 3)
        return 2;
    harness_start(&self, arguments + 1);
    harness_join(&self);
    // Also before there is a connection.
    self.engine->set_local_audio(self.stream, true);
    AWAIT(&self, self.frames > 0);
    self.engine->set_local_audio(self.stream, false);
    unsigned threads = count_threads(), descriptors = count_descriptors();
    for (int turn = 0; turn < TURNS; turn++) {
        self.engine->set_local_audio(self.stream, true);
        if (turn % 4 == 0)
            expect_new_pictures(&self);
        self.engine->set_local_audio(self.stream, false);
        self.engine->set_local_audio(self.stream, false);
    }
    expect_new_pictures(&self);
    fprintf(stderr, "threads %u -> %u, descriptors %u -> %u\n", threads, count_threads(),
            descriptors, count_descriptors());
    // A connection's last threads may begin late, but not one with each turn. Where a sound server
    // is named that does not answer, GStreamer leaves a thread each time.
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
