/* SPDX-License-Identifier: Apache-2.0 */
/* The host's signal handlers are the same before, during and after a stream. */
#include <signal.h>
#include <stdio.h>
#include <time.h>

#include "harness.h"

static struct sigaction before[NSIG];

static void handle(int number) {
    (void)number;
}

/** SIGPIPE may be ignored for a short time while libraries are loaded. */
static bool are_kept(bool with_sigpipe) {
    bool are = true;
    for (int number = 1; number < NSIG; number++) {
        struct sigaction now;
        if (number == SIGPIPE && !with_sigpipe)
            continue;
        if (sigaction(number, NULL, &now) != 0 || now.sa_handler == before[number].sa_handler)
            continue;
        fprintf(stderr, "signal %d has another disposition\n", number);
        are = false;
    }
    return are;
}

int main(int count, char **arguments) {
    static OysterHarness self;
    const struct timespec pause = {.tv_nsec = 100000};
    const int handled[] = {SIGPIPE, SIGSEGV, SIGCHLD, SIGALRM, SIGUSR1};
    if (count != 3)
        return 2;
    for (unsigned index = 0; index < sizeof handled / sizeof *handled; index++)
        signal(handled[index], handle);
    for (int number = 1; number < NSIG; number++)
        sigaction(number, NULL, &before[number]);
    harness_start(&self, arguments + 1);
    EXPECT(&self, are_kept(true));
    harness_join(&self);
    while (self.frames == 0) {
        EXPECT(&self, are_kept(false));
        nanosleep(&pause, NULL);
    }
    EXPECT(&self, are_kept(true));
    harness_leave(&self);
    EXPECT(&self, are_kept(true));
    harness_stop(&self);
    return 0;
}
