// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host.h"

int host_count(const char *folder) {
    char path[64];
    snprintf(path, sizeof path, "/proc/self/%s", folder);
    DIR *entries = opendir(path);
    int count = 0;
    while (entries && readdir(entries))
        count++;
    if (entries)
        closedir(entries);
    return count - 2;
}

/** Counts the threads of a name; `thread` is the number of one of them. */
static int find_threads(const char *name, int *thread) {
    DIR *entries = opendir("/proc/self/task");
    int count = 0;
    for (struct dirent *entry; entries && (entry = readdir(entries));) {
        char path[320], have[32] = "";
        snprintf(path, sizeof path, "/proc/self/task/%s/comm", entry->d_name);
        FILE *file = fopen(path, "r");
        if (!file)
            continue;
        if (fgets(have, sizeof have, file))
            have[strcspn(have, "\n")] = 0;
        fclose(file);
        if (strcmp(have, name) != 0)
            continue;
        *thread = atoi(entry->d_name);
        count++;
    }
    if (entries)
        closedir(entries);
    return count;
}

int host_threads_named(const char *name) {
    int thread;
    return find_threads(name, &thread);
}

double host_thread_waited_ms(const char *name) {
    char path[64];
    int thread = 0;
    unsigned long long ran = 0, waited = 0;
    if (name == NULL)
        thread = gettid();
    else if (find_threads(name, &thread) == 0)
        return -1;
    snprintf(path, sizeof path, "/proc/self/task/%d/schedstat", thread);
    FILE *file = fopen(path, "r");
    int count = file ? fscanf(file, "%llu %llu", &ran, &waited) : 0;
    if (file)
        fclose(file);
    return count == 2 ? (double)waited / 1e6 : -1;
}

/** Fills a pipe until it has no more room. */
static void fill(int end) {
    char block[4096] = {0};
    fcntl(end, F_SETFL, O_NONBLOCK);
    while (write(end, block, sizeof block) > 0)
        continue;
    fcntl(end, F_SETFL, 0);
}

pid_t host_spawn(char *self, const char *argument, bool is_full, int *errors) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC))
        exit(1);
    fcntl(ends[0], F_SETFL, O_NONBLOCK);
    if (is_full)
        fill(ends[1]);
    pid_t process = fork();
    if (process == 0) {
        dup2(ends[1], STDERR_FILENO);
        execl(self, self, argument, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    *errors = ends[0];
    return process;
}

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define IS_SANITIZED 1
#endif
#endif

long host_resident_kb(void) {
#ifdef IS_SANITIZED
    return 0;
#else
    long total = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (file && fscanf(file, "%ld %ld", &total, &resident) != 2)
        resident = 0;
    if (file)
        fclose(file);
    return resident * 4;
#endif
}
