// SPDX-License-Identifier: Apache-2.0
// Why: Swift's Glibc module leaves these out, or glibc hides them behind _GNU_SOURCE.
#include <dlfcn.h>
#include <pthread.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

int pthread_setname_np(pthread_t thread, const char *name);

/** As Dl_info of <dlfcn.h>. */
typedef struct oyster_dl_info {
    const char *file;
    void *base;
    const char *symbol;
    void *address;
} oyster_dl_info;

int oyster_dladdr(const void *address, oyster_dl_info *info) __asm__("dladdr");

/* The Swift runtime guards one-time initialisations with locks that hold the thread's id, which it
 * remembers in thread-local storage, already while it is loaded. A forked child inherits the
 * parent's id there, and two of its threads that meet at such a lock wait for ever. The release
 * library carries the runtime and can correct the calling thread's; elsewhere nobody can. */
#ifdef OYSTER_STATIC_RUNTIME
extern __thread int
    oyster_runtime_thread __asm__("_ZZN5swift14threading_impl5linux13ulock_get_tidEvE3tid")
        __attribute__((visibility("hidden")));

static inline void oyster_correct_runtime_thread(void) {
    if (oyster_runtime_thread != 0)
        oyster_runtime_thread = (int)syscall(SYS_gettid);
}
#else
static inline void oyster_correct_runtime_thread(void) {
}
#endif
