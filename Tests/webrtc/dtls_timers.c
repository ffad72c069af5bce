/* SPDX-License-Identifier: Apache-2.0 */
/* Connections end while GStreamer's clock releases the DTLS timers, about one second after the
 * handshake. slow_closures.so must be preloaded: it makes the release slow. */
#include <stdlib.h>
#include <unistd.h>

#include "harness.h"

enum { STREAMS = 8, JOINS = 7, EARLIEST_MS = 700, SPREAD_MS = 300 };

static char **paths;

static void *join_and_leave(void *seed) {
    unsigned chance = *(unsigned *)seed;
    OysterHarness *self = calloc(1, sizeof *self);
    harness_start(self, paths);
    for (int index = 0; index < JOINS; index++) {
        harness_reset(self);
        harness_join(self);
        AWAIT(self, self->is_connected);
        // The program cannot observe the timers.
        usleep((EARLIEST_MS + (unsigned)rand_r(&chance) % SPREAD_MS) * 1000);
        self->engine->leave(self->stream);
        AWAIT(self, self->closings == 1 && self->viewers_closed == 1);
        self->is_connected = false;
    }
    harness_stop(self);
    free(self);
    return NULL;
}

int main(int count, char **arguments) {
    pthread_t threads[STREAMS];
    unsigned seeds[STREAMS];
    if (count != 3)
        return 2;
    paths = arguments + 1;
    for (unsigned index = 0; index < STREAMS; index++) {
        seeds[index] = index + 1;
        if (pthread_create(&threads[index], NULL, join_and_leave, &seeds[index]) != 0)
            return 2;
    }
    for (unsigned index = 0; index < STREAMS; index++)
        pthread_join(threads[index], NULL);
    return 0;
}
