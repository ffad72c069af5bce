/* SPDX-License-Identifier: Apache-2.0 */
/* Sixty joins in a row leave no thread, no descriptor, and less than 3000 bytes per join. */
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "harness.h"

/** The first joins fill caches of GStreamer and glibc. */
enum { WARM_UP = 12, JOINS = 48 };

/** How many bytes per join both peers together may leave: OpenSSL and GnuTLS keep about 1000. */
enum { MOST_GROWTH = 3000 };

static void join_once(OysterHarness *self) {
    harness_reset(self);
    harness_join(self);
    AWAIT(self, self->frames > 0 && self->first_frames == 1);
    harness_leave(self);
    AWAIT(self, self->viewers_closed == 1);
}

/** malloc's caches per thread count as memory in use, so the program runs again without them. */
static void run_without_caches(char **arguments) {
    if (getenv("GLIBC_TUNABLES") != NULL)
        return;
    setenv("GLIBC_TUNABLES", "glibc.malloc.tcache_count=0:glibc.malloc.arena_max=1", 1);
    setenv("G_SLICE", "always-malloc", 1);
    execv("/proc/self/exe", arguments);
}

int main(int count, char **arguments) {
    static OysterHarness self;
    if (count != 3)
        return 2;
    run_without_caches(arguments);
    harness_start(&self, arguments + 1);
    for (int index = 0; index < WARM_UP; index++)
        join_once(&self);
    unsigned threads = count_threads(), descriptors = count_descriptors();
    size_t before = mallinfo2().uordblks;
    for (int index = 0; index < JOINS; index++)
        join_once(&self);
    // The frames of the last join may not be released yet.
    AWAIT(&self, count_threads() <= threads && count_descriptors() <= descriptors &&
                     mallinfo2().uordblks <= before + JOINS * MOST_GROWTH);
    fprintf(stderr, "%ld bytes per join\n", (long)(mallinfo2().uordblks - before) / JOINS);
    harness_stop(&self);
    return 0;
}
