// SPDX-License-Identifier: Apache-2.0
#define _GNU_SOURCE
#include "host.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <string.h>
#include <time.h>

static atomic_int failures;

void host_fail(const char *file, int line, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    atomic_fetch_add(&failures, 1);
    fprintf(stderr, "%s:%d: ", file, line);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

int host_verdict(void) {
    return atomic_load(&failures) == 0 ? 0 : 1;
}

void host_begin(void) {
    atomic_store(&failures, 0);
}

double host_now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec * 1e3 + (double)time.tv_nsec / 1e6;
}

void host_breathe(void) {
    nanosleep(&(struct timespec){.tv_nsec = 1000000}, NULL);
}

void host_find(void *library, const char *name, void *function) {
    // POSIX promises that a function fits into a data pointer, ISO C does not: hence the copy.
    void *symbol = dlsym(library, name);
    if (!symbol)
        host_fail(__FILE__, __LINE__, "%s is missing", name);
    memcpy(function, &symbol, sizeof symbol);
}
