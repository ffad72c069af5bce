/* SPDX-License-Identifier: Apache-2.0 */
/* Many processes exit while they join: each has its own exit status, writes nothing to stderr, and
 * does not hang. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness.h"

enum { RUNS = 48, AT_ONCE = 12, STATUS = 42, SPREAD_MS = 900, HANG_SECONDS = 15 };

/** Joins a server that refuses each offer, and exits after a delay. */
static int live(char **paths, unsigned delay_ms) {
    static OysterHarness self;
    harness_start(&self, paths);
    self.refusal = 500;
    self.refusals = 1000;
    harness_join(&self);
    usleep(delay_ms * 1000);
    alarm(HANG_SECONDS);
    return STATUS;
}

static FILE *spawn(char **arguments, unsigned delay_ms) {
    char command[4096];
    snprintf(command, sizeof command, "exec '%s' '%s' '%s' %u 2>&1", arguments[0], arguments[1],
             arguments[2], delay_ms);
    return popen(command, "r");
}

/** Whether a process ended with STATUS and without output. */
static bool ended_well(FILE *process, unsigned delay_ms) {
    char said[512];
    size_t length = fread(said, 1, sizeof said - 1, process);
    said[length] = '\0';
    int status = pclose(process);
    if (length == 0 && WIFEXITED(status) && WEXITSTATUS(status) == STATUS)
        return true;
    fprintf(stderr, "exit after %u ms: status %x\n%s\n", delay_ms, (unsigned)status, said);
    return false;
}

int main(int count, char **arguments) {
    if (count == 4)
        return live(arguments + 1, (unsigned)atoi(arguments[3]));
    if (count != 3)
        return 2;
    bool is_well = true;
    for (unsigned run = 0; run < RUNS; run += AT_ONCE) {
        FILE *processes[AT_ONCE];
        for (unsigned each = 0; each < AT_ONCE; each++)
            processes[each] = spawn(arguments, (run + each) * SPREAD_MS / RUNS);
        for (unsigned each = 0; each < AT_ONCE; each++)
            is_well &= ended_well(processes[each], (run + each) * SPREAD_MS / RUNS);
    }
    return is_well ? 0 : 1;
}
