/* SPDX-License-Identifier: Apache-2.0 */
/* A process that is close to its limit of descriptors cannot join, and does not crash. */
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>

#include "happyoyster/error.h"
#include "harness.h"

/** More descriptors than a connection uses. */
enum { MOST_SPARE = 100, ATTEMPT_MS = 50 };

static void limit_descriptors(OysterHarness *self, rlim_t count) {
    struct rlimit limit;
    EXPECT(self, getrlimit(RLIMIT_NOFILE, &limit) == 0);
    limit.rlim_cur = count < limit.rlim_max ? count : limit.rlim_max;
    EXPECT(self, setrlimit(RLIMIT_NOFILE, &limit) == 0);
}

/** Joins with this number of free descriptors: the engine refuses, or fails, or the program leaves
 *  before it fails. */
static void join_with(OysterHarness *self, unsigned spare) {
    const oyster_stream_join join = {
        .size = sizeof join,
        .rtc_config = "{\"signalingUrl\":\"http://127.0.0.1:1/channel\"}",
        .travel_id = "travel",
        .mode = 1,
        .timeout_ms = 1000,
    };
    const struct timespec pause = {.tv_nsec = ATTEMPT_MS * 1000000};
    fprintf(stderr, "%u to spare\n", spare);
    limit_descriptors(self, count_descriptors() + spare);
    oyster_result result =
        self->engine->join(self->engine->engine, &join, &self->sink, &self->stream);
    if (result == OYSTER_OK) {
        nanosleep(&pause, NULL);
        harness_leave(self);
    }
    limit_descriptors(self, RLIM_INFINITY);
}

int main(int count, char **arguments) {
    static OysterHarness self;
    if (count != 3)
        return 2;
    harness_start(&self, arguments + 1);
    harness_join(&self);
    AWAIT(&self, self.frames > 0);
    harness_leave(&self);
    AWAIT(&self, self.viewers_closed == 1);
    // Refused offers, because the gateway's sender would use descriptors as well.
    self.refusal = 500;
    self.refusals = 1000;
    for (unsigned spare = 0; spare < MOST_SPARE; spare += 1 + spare / 4)
        join_with(&self, spare);
    self.refusals = 0;
    harness_reset(&self);
    harness_join(&self);
    AWAIT(&self, self.frames > 0);
    harness_leave(&self);
    harness_stop(&self);
    return 0;
}
