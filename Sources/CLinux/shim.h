// SPDX-License-Identifier: Apache-2.0
// Why: Swift's Glibc module leaves these out, or glibc hides them behind _GNU_SOURCE.
#include <pthread.h>
#include <sys/eventfd.h>

int pthread_setname_np(pthread_t thread, const char *name);
