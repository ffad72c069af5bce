// SPDX-License-Identifier: Apache-2.0
// Why: glibc hides these behind _GNU_SOURCE, which a module cannot set for the Glibc module.
#include <pthread.h>

int pthread_setname_np(pthread_t thread, const char *name);
