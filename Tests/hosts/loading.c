// SPDX-License-Identifier: Apache-2.0
// Loading the library starts no thread, prints nothing, and changes no signal disposition,
// mask, locale or environment. The program is not linked with the library: it loads it.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "host.h"
#include "signals.h"

extern char **environ;

typedef struct surroundings {
    signals_state signals;
    int threads;
    int descriptors;
    char locale[256];
    char environment[65536];
} surroundings;

/** The state of the process that loading must not change. */
static void look(surroundings *now) {
    memset(now, 0, sizeof *now);
    signals_read(&now->signals);
    now->threads = host_count("task");
    now->descriptors = host_count("fd");
    snprintf(now->locale, sizeof now->locale, "%s", setlocale(LC_ALL, NULL));
    size_t length = 0;
    for (char **entry = environ; *entry && length < sizeof now->environment; entry++) {
        length += (size_t)snprintf(now->environment + length, sizeof now->environment - length,
                                   "%p=%s\n", (void *)*entry, *entry);
    }
}

static void compare(const surroundings *before) {
    static surroundings now;
    look(&now);
    CHECK(signals_equal(&now.signals, &before->signals));
    CHECK_EQUAL(now.threads, before->threads);
    CHECK_EQUAL(now.descriptors, before->descriptors);
    CHECK(strcmp(now.locale, before->locale) == 0);
    CHECK(strcmp(now.environment, before->environment) == 0);
}

/** Redirects stdout and stderr into memory; returns its descriptor. */
static int capture(int saved[2]) {
    int memory = memfd_create("output", MFD_CLOEXEC);
    saved[0] = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 10);
    saved[1] = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 10);
    dup2(memory, STDOUT_FILENO);
    dup2(memory, STDERR_FILENO);
    return memory;
}

/** The functions that work without an engine. */
static void *use_without_engine(const char *path) {
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library)
        return NULL;
    const char *(*version)(void);
    uint32_t (*abi)(void);
    const char *(*name)(oyster_result);
    host_find(library, "oyster_version", &version);
    host_find(library, "oyster_abi_version", &abi);
    host_find(library, "oyster_error_name", &name);
    CHECK(strcmp(version(), OYSTER_VERSION_STRING) == 0);
    CHECK_EQUAL(abi(), OYSTER_ABI_VERSION);
    CHECK(strcmp(name(OYSTER_ERROR_FORKED), "FORKED") == 0);
    return library;
}

int main(void) {
    static surroundings before;
    int saved[2];
    setlocale(LC_ALL, "C.UTF-8");
    int output = capture(saved);
    look(&before);
    void *library = use_without_engine(getenv("OYSTER_LIBRARY"));
    compare(&before);
    dup2(saved[0], STDOUT_FILENO);
    dup2(saved[1], STDERR_FILENO);
    if (!library)
        fprintf(stderr, "%s\n", dlerror());
    CHECK(library);
    CHECK_EQUAL(lseek(output, 0, SEEK_END), 0);
    return host_verdict();
}
