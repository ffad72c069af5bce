// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "signals.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

void signals_read(signals_state *state) {
    memset(state, 0, sizeof *state);
    for (int number = 1; number <= 64; number++) {
        syscall(SYS_rt_sigaction, number, NULL, state->actions[number - 1], 8);
    }
    syscall(SYS_rt_sigprocmask, SIG_BLOCK, NULL, &state->mask, 8);
}

bool signals_equal(const signals_state *one, const signals_state *other) {
    bool are_equal = one->mask == other->mask;
    if (!are_equal) {
        fprintf(stderr, "the mask was %016llx, is %016llx\n", (unsigned long long)one->mask,
                (unsigned long long)other->mask);
    }
    for (int index = 0; index < 64; index++) {
        if (memcmp(one->actions[index], other->actions[index], sizeof one->actions[index]) == 0) {
            continue;
        }
        fprintf(stderr, "signal %d has another disposition\n", index + 1);
        are_equal = false;
    }
    return are_equal;
}

/** KILL and STOP cannot be blocked; 32 and 33 belong to glibc, which no host can handle. */
static uint64_t wanted_mask(void) {
    uint64_t mask = ~0ull;
    const int others[] = {SIGKILL, SIGSTOP, 32, 33};
    for (int index = 0; index < 4; index++)
        mask &= ~(1ull << (others[index] - 1));
    return mask;
}

/** Whether one thread leaves a signal open. */
static bool is_open(const char *thread) {
    char path[320], line[256], name[64] = "";
    uint64_t blocked = ~0ull;
    snprintf(path, sizeof path, "/proc/self/task/%s/status", thread);
    FILE *file = fopen(path, "r");
    while (file && fgets(line, sizeof line, file)) {
        if (strncmp(line, "Name:", 5) == 0)
            sscanf(line + 5, "%63s", name);
        if (strncmp(line, "SigBlk:", 7) == 0)
            blocked = strtoull(line + 7, NULL, 16);
    }
    if (file)
        fclose(file);
    uint64_t open = wanted_mask() & ~blocked;
    if (open)
        fprintf(stderr, "thread %s leaves signals %016llx open\n", name, (long long)open);
    return open != 0;
}

int signals_open_threads(void) {
    DIR *tasks = opendir("/proc/self/task");
    int count = 0;
    for (struct dirent *entry; tasks && (entry = readdir(tasks));) {
        if (entry->d_name[0] == '.' || atoi(entry->d_name) == gettid())
            continue;
        if (is_open(entry->d_name))
            count++;
    }
    if (tasks)
        closedir(tasks);
    return count;
}
