// SPDX-License-Identifier: Apache-2.0
// Why: Swift's Glibc module leaves these out, or glibc hides them behind _GNU_SOURCE.
#include <dlfcn.h>
#include <malloc.h>
#include <pthread.h>
#include <linux/sockios.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

/** Bytes in a socket's receive queue; -1 when the system cannot report them. */
static inline int oyster_bytes_to_read(int descriptor) {
    int count = 0;
    return ioctl(descriptor, SIOCINQ, &count) == 0 ? count : -1;
}

/** Bytes that a socket has sent and its peer has not read; -1 when the system cannot report them.
 */
static inline int oyster_bytes_unread_by_peer(int descriptor) {
    int count = 0;
    return ioctl(descriptor, SIOCOUTQ, &count) == 0 ? count : -1;
}

/** The same as accept4. */
int oyster_accept4(int descriptor, struct sockaddr *address, socklen_t *length,
                   int flags) __asm__("accept4");

/** Adds a descriptor to an epoll descriptor; its events carry the tag. Swift does not import the
 * packed struct. */
static inline int oyster_epoll_add(int epoll, int descriptor, uint32_t events, uint64_t tag) {
    struct epoll_event event = {.events = events, .data = {.u64 = tag}};
    return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event);
}

static inline int oyster_epoll_remove(int epoll, int descriptor) {
    return epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, NULL);
}

/** Waits; writes tags and events of up to `count` descriptors, at most 64. */
static inline int oyster_epoll_wait(int epoll, uint64_t *tags, uint32_t *events, int count,
                                    int timeout_ms) {
    struct epoll_event found[64];
    int number = epoll_wait(epoll, found, count < 64 ? count : 64, timeout_ms);
    for (int i = 0; i < number; i++) {
        tags[i] = found[i].data.u64;
        events[i] = found[i].events;
    }
    return number;
}

int pthread_setname_np(pthread_t thread, const char *name);

/** The same as getenv; NULL in a set-user-ID process. */
char *oyster_secure_getenv(const char *name) __asm__("secure_getenv");

/** The same as Dl_info of <dlfcn.h>. */
typedef struct oyster_dl_info {
    const char *file;
    void *base;
    const char *symbol;
    void *address;
} oyster_dl_info;

int oyster_dladdr(const void *address, oyster_dl_info *info) __asm__("dladdr");

/** Limits the number of malloc arenas, which all threads of the process share. */
static inline void oyster_limit_malloc_arenas(int arenas) {
    mallopt(M_ARENA_MAX, arenas);
}

/* The Swift runtime guards one-time initialisations with locks that store the thread's id. It
 * caches this id in thread-local storage when the library is loaded. A forked child inherits the
 * parent's id there, so two of the child's threads that meet at such a lock wait for ever. The
 * release library contains the runtime and can correct the id of the calling thread; other builds
 * cannot. */
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
